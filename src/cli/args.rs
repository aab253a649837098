//! The arguments of every subcommand.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

use crate::analysis::Posthoc;
use crate::figures::FactorAxis;
use crate::stats::few_runs::Score;
use crate::stats::{Adjustment, Alternative, Ties, Zeros};

/// Compare benchmark results like with like.
///
/// Numbers that were measured under different settings (another backbone, image size, split, shot
/// count) stand in one list on many leaderboards and look like a ranking. likewise ranks inside each
/// configuration, measures the spread across them, and refuses to compare what is not alike, with the
/// reason, unless it is forced; a forced output says so.
#[derive(Debug, Parser)]
#[command(name = "likewise", version, max_term_width = 100, after_help = EXIT_STATUS)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,
}

const EXIT_STATUS: &str = "\
Exit status:
  0  done
  1  could not be done: an input that can't be read or is not valid, an output that can't be written
  2  a command line that makes no sense
  3  refused: the results may not be compared in this way
  4  a gate that you set (audit --deny) was not met";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Say what a reader should know before comparing these results: a linter.
    Audit(AuditArgs),
    /// Rank the methods inside each block (by default: each configuration).
    Rank(RankArgs),
    /// Say how much each method moves over the blocks.
    Spread(AnalysisArgs),
    /// Compare two methods block by block, or two single results (METHOD@BLOCK).
    Compare(CompareArgs),
    /// Test whether the methods differ over the blocks, all together and in pairs.
    Test(TestArgs),
    /// Say whether the blocks order the methods alike: rank correlations, and who changes places.
    Agree(AnalysisArgs),
    /// Take the table apart into method, block and what neither explains.
    Decompose(AnalysisArgs),
    /// Estimate each method with intervals: over its runs (--replicate), or else over the blocks.
    Intervals(IntervalsArgs),
    /// Say what a design can show before it is run: smallest p-values, power, blocks needed.
    Plan(PlanArgs),
    /// Draw a figure as SVG, PNG or PDF.
    Chart(ChartArgs),
    /// Write a report with tables, findings and figures.
    Report(ReportArgs),
    /// Convert results between CSV, JSON, JSON Lines and Parquet; nothing is lost.
    Convert(ConvertArgs),
    /// Explain a finding's code, or list all codes.
    Explain(ExplainArgs),
    /// Write the JSON Schema of what --format json writes to standard output.
    Schema,
    /// Write the completion script of a shell to standard output.
    Completions(CompletionsArgs),
    /// Write the manual page, of the program or of one command, to standard output.
    Man(ManArgs),
}

/// What to read, and how.
#[derive(Debug, ClapArgs)]
pub(super) struct InputArgs {
    /// Files, globs, or - for standard input.
    #[arg(required = true, value_name = "INPUT")]
    pub(super) inputs: Vec<String>,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
}

#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Reading")]
pub(super) struct ReadingArgs {
    /// The inputs' format, instead of detecting it from the content.
    #[arg(long, value_name = "FORMAT", value_parser = ["markdown", "csv", "tsv", "json", "jsonl", "parquet"])]
    pub(super) input_format: Option<String>,
    /// The table is wide: one row a block, one column a method. KEYS are the columns that name the row
    /// (default: the first one, and every one that holds text).
    #[arg(long, value_name = "KEYS", num_args = 0..=1, require_equals = true, default_missing_value = "", value_delimiter = ',')]
    pub(super) wide: Option<Vec<String>>,
    /// The table is wide with one row a method; its columns are the values of KEY.
    #[arg(long, value_name = "KEY")]
    pub(super) wide_columns: Option<String>,
    /// What columns are: pairs PART=COLUMN, such as value=top1,config.size=img_size,ignore=host.
    #[arg(long, value_name = "PART=COLUMN", value_delimiter = ',', value_parser = pair)]
    pub(super) map: Vec<(String, String)>,
    /// A word that stands for no number, such as N/A.
    #[arg(long, value_name = "WORD", value_delimiter = ',')]
    pub(super) missing: Vec<String>,
}

/// What is compared with what.
#[derive(Debug, Default, ClapArgs)]
#[command(next_help_heading = "What is compared")]
pub(super) struct PolicyArgs {
    /// Only results of this metric; names the metric where the input doesn't.
    #[arg(long)]
    pub(super) metric: Option<String>,
    /// Which way is better: higher or lower, or METRIC=higher|lower.
    #[arg(long, value_name = "[METRIC=]WAY")]
    pub(super) direction: Vec<String>,
    /// The configuration key to rank, instead of the method.
    #[arg(long, value_name = "KEY")]
    pub(super) subject: Option<String>,
    /// The key that blocks may differ in; every other key must then match inside a block (default:
    /// every recorded key).
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    pub(super) by: Vec<String>,
    /// A key that doesn't matter, on your word; listed in every output.
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    pub(super) ignore: Vec<String>,
    /// A key that is noise, such as seed: results that differ only in it are averaged.
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    pub(super) replicate: Vec<String>,
    /// The value of a key where it is not recorded, on your word.
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    pub(super) assume: Vec<(String, String)>,
    /// A spelling and the one to read it as, such as Swin-T=SwinT.
    #[arg(long, value_name = "SPELLING=NAME", value_parser = pair)]
    pub(super) alias: Vec<(String, String)>,
    /// Only results with this value; several values of one key are alternatives.
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    pub(super) filter: Vec<(String, String)>,
    /// Where not every method has every block: leave out the blocks (or the methods) that lack one.
    #[arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "blocks")]
    pub(super) common: Option<CommonArg>,
    /// Lift refusals, all or those about KEYS; the output says so. A mismatch of metric, dataset or
    /// split is never lifted.
    #[arg(long, value_name = "KEYS", num_args = 0..=1, require_equals = true, default_missing_value = "", value_delimiter = ',')]
    pub(super) force: Option<Vec<String>>,
    /// Why it is forced; kept in the output.
    #[arg(long, value_name = "TEXT")]
    pub(super) because: Option<String>,
    /// These settings from a TOML file; options here come on top.
    #[arg(long, value_name = "FILE")]
    pub(super) policy: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// How the result is written.
    #[arg(long, value_enum, default_value = "table")]
    pub(super) format: FormatArg,
    /// Where it is written, instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) talk: TalkArgs,
}

#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Output")]
pub(super) struct TalkArgs {
    /// Whether to use colour.
    #[arg(long, value_enum, default_value = "auto")]
    pub(super) color: ColorArg,
    /// No notes on how inputs were read.
    #[arg(short, long)]
    pub(super) quiet: bool,
}

#[derive(Debug, ClapArgs)]
pub(super) struct AnalysisArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) policy: PolicyArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct AuditArgs {
    /// End with status 4 if there is a finding of this code, or of this severity or a graver one
    /// (error, warning, info).
    #[arg(long, value_name = "CODE|SEVERITY", value_delimiter = ',')]
    pub(super) deny: Vec<String>,
    #[command(flatten)]
    pub(super) analysis: AnalysisArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct RankArgs {
    /// Mean ranks over the blocks that every method has, instead of one ranking a block.
    #[arg(long, conflicts_with = "pooled")]
    pub(super) across: bool,
    /// One list over all blocks: refused where configurations differ, until it is forced.
    #[arg(long)]
    pub(super) pooled: bool,
    /// How ties share ranks in what is shown: min (1 2 2 4), average (1 2.5 2.5 4), dense (1 2 2 3).
    #[arg(long, value_enum, default_value = "min")]
    pub(super) ties: TiesArg,
    #[command(flatten)]
    pub(super) analysis: AnalysisArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct CompareArgs {
    /// The first method, or one result: METHOD@VALUE or METHOD@KEY=VALUE,KEY=VALUE.
    #[arg(allow_hyphen_values = true)]
    pub(super) a: String,
    /// The second one.
    #[arg(allow_hyphen_values = true)]
    pub(super) b: String,
    /// The confidence of intervals; tests are read at 1 minus it.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub(super) level: f64,
    /// Which departures the tests count: greater for the first method being better. To be chosen before
    /// the data are seen.
    #[arg(long, value_enum, default_value = "two-sided")]
    pub(super) alternative: AlternativeArg,
    /// What becomes of blocks without a difference in the signed-rank test.
    #[arg(long, value_enum, default_value = "wilcoxon")]
    pub(super) zeros: ZerosArg,
    /// The largest difference that makes no practical matter, in the unit of the values: Bayesian tests with
    /// this region of practical equivalence.
    #[arg(long, value_name = "DIFFERENCE", allow_negative_numbers = true)]
    pub(super) rope: Option<f64>,
    /// Differences on different tasks or datasets are on one scale, on your word: then tests of their sizes
    /// are made too.
    #[arg(long)]
    pub(super) one_scale: bool,
    /// The blocks are folds of cross-validations, N in a run: the correlated t-test for one data set, the
    /// hierarchical model where keys other than folds, repetitions and seeds tell several apart.
    #[arg(long, value_name = "N")]
    pub(super) folds: Option<usize>,
    /// How many draws the Bayesian tests make.
    #[arg(long, default_value_t = 50_000, value_parser = clap::value_parser!(u32).range(400..=1_000_000))]
    pub(super) draws: u32,
    /// The seed of what is drawn; the same seed gives the same answer.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) analysis: AnalysisArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct TestArgs {
    /// The level.
    #[arg(long, default_value_t = 0.05, allow_negative_numbers = true)]
    pub(super) alpha: f64,
    /// The test of all methods that decides; auto is Friedman's, and Skillings and Mack's where coverage
    /// was forced.
    #[arg(long = "test", value_enum, value_name = "TEST", default_value = "auto")]
    pub(super) omnibus: OmnibusArg,
    /// For --test page: the methods in the order that was expected before the data were seen, the best
    /// first.
    #[arg(long, value_name = "METHODS", value_delimiter = ',', required_if_eq("omnibus", "page"))]
    pub(super) order: Vec<String>,
    #[command(flatten)]
    pub(super) pairs: PairTestArgs,
    /// Compare every method with this one only, instead of all pairs.
    #[arg(long, value_name = "METHOD", allow_hyphen_values = true)]
    pub(super) control: Option<String>,
    /// The p-values that decide as a matrix too.
    #[arg(long)]
    pub(super) matrix: bool,
    /// How Friedman's test finds its p-value; auto is exact where that is feasible, and says what it did.
    #[arg(long, value_enum, default_value = "auto")]
    pub(super) variant: VariantArg,
    /// How many draws --variant monte-carlo makes.
    #[arg(long, default_value_t = 99_999, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) draws: u32,
    /// The seed of --variant monte-carlo; the same seed gives the same answer.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) analysis: AnalysisArgs,
}

/// How pairs of methods are tested.
#[derive(Debug, ClapArgs)]
pub(super) struct PairTestArgs {
    /// The test of pairs that decides; auto is Nemenyi's, the z of mean ranks against a control, and signed
    /// ranks where coverage was forced.
    #[arg(long, value_enum, value_name = "TEST", default_value = "auto")]
    pub(super) posthoc: Posthoc,
    /// How the p-values of pairs are adjusted (default: holm; Nemenyi's adjust themselves): none,
    /// bonferroni, holm, hochberg, hommel, holland, finner, li, benjamini-hochberg, benjamini-yekutieli,
    /// shaffer, rom, bergmann-hommel.
    #[arg(long, value_name = "METHOD", value_parser = adjustment)]
    pub(super) adjust: Option<Adjustment>,
    /// What becomes of blocks without a difference in signed-rank tests.
    #[arg(long, value_enum, default_value = "wilcoxon")]
    pub(super) zeros: ZerosArg,
}

/// An adjustment by its name.
fn adjustment(text: &str) -> Result<Adjustment, String> {
    Adjustment::parse(text).ok_or_else(|| {
        let names: Vec<&str> = Adjustment::ALL.iter().map(|a| a.name()).collect();
        format!("the adjustments are {}", names.join(", "))
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum OmnibusArg {
    Auto,
    Friedman,
    ImanDavenport,
    Quade,
    AlignedRanks,
    Page,
    SkillingsMack,
    Durbin,
}

/// The analysis layer knows nothing of command lines, so what to type for each test is said here.
impl ValueEnum for Posthoc {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::Auto => "auto",
            Self::Nemenyi => "nemenyi",
            Self::RankZ => "rank-z",
            Self::Conover => "conover",
            Self::Exact => "exact",
            Self::Quade => "quade",
            Self::AlignedRanks => "aligned-ranks",
            Self::SignedRank => "signed-rank",
            Self::Sign => "sign",
        }))
    }
}

/// Which departures count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum AlternativeArg {
    TwoSided,
    /// The first is better.
    Greater,
    /// The first is worse.
    Less,
}

impl From<AlternativeArg> for Alternative {
    fn from(arg: AlternativeArg) -> Self {
        match arg {
            AlternativeArg::TwoSided => Self::TwoSided,
            AlternativeArg::Greater => Self::Greater,
            AlternativeArg::Less => Self::Less,
        }
    }
}

/// What becomes of zero differences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ZerosArg {
    /// They are dropped.
    Wilcoxon,
    /// They are ranked, and their ranks dropped.
    Pratt,
    /// Their ranks are shared evenly.
    Split,
}

impl From<ZerosArg> for Zeros {
    fn from(arg: ZerosArg) -> Self {
        match arg {
            ZerosArg::Wilcoxon => Self::Wilcox,
            ZerosArg::Pratt => Self::Pratt,
            ZerosArg::Split => Self::Split,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum VariantArg {
    Auto,
    Exact,
    MonteCarlo,
    ChiSquared,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ScoreArg {
    All,
    Iqm,
    Mean,
    Median,
    Gap,
}

impl ScoreArg {
    /// Whether a score is among those that the word stands for.
    pub(super) fn asks_for(self, score: Score) -> bool {
        match self {
            Self::All => true,
            Self::Iqm => score == Score::InterquartileMean,
            Self::Mean => score == Score::Mean,
            Self::Median => score == Score::Median,
            Self::Gap => score == Score::OptimalityGap,
        }
    }
}

#[derive(Debug, ClapArgs)]
pub(super) struct IntervalsArgs {
    /// The confidence of each interval.
    #[arg(long, default_value_t = 0.95, allow_negative_numbers = true)]
    pub(super) level: f64,
    /// Interquartile mean, mean, median and optimality gap of each method over all of its runs, as for few
    /// runs on many tasks with normalised scores; or some of them, such as --aggregates=iqm,mean.
    #[arg(long, value_enum, value_name = "SCORES", num_args = 0..=1, require_equals = true, default_missing_value = "all", value_delimiter = ',')]
    pub(super) aggregates: Option<Vec<ScoreArg>>,
    /// The scores of different tasks or datasets are on one scale (normalised), on your word.
    #[arg(long, requires = "aggregates")]
    pub(super) one_scale: bool,
    /// The score that the optimality gap of --aggregates is counted from.
    #[arg(long, default_value_t = 1.0, allow_hyphen_values = true)]
    pub(super) target: f64,
    /// How many resamples the bootstrap draws.
    #[arg(long, default_value_t = 10_000)]
    pub(super) resamples: usize,
    /// The seed of the bootstrap; the same seed gives the same answer.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) analysis: AnalysisArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct PlanArgs {
    /// How many blocks (backbones, datasets, ...) there will be.
    #[arg(long, value_name = "N")]
    pub(super) blocks: Option<usize>,
    /// How many methods.
    #[arg(long, value_name = "K", default_value_t = 2)]
    pub(super) methods: usize,
    /// The level.
    #[arg(long, default_value_t = 0.05, allow_negative_numbers = true)]
    pub(super) alpha: f64,
    /// The effect: the mean of a pair's differences over their standard deviation.
    #[arg(long, value_name = "D", conflicts_with = "wins", allow_negative_numbers = true)]
    pub(super) effect: Option<f64>,
    /// The effect: the probability that the better one wins a block.
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    pub(super) wins: Option<f64>,
    /// The power wanted, for the number of blocks.
    #[arg(long, default_value_t = 0.8, allow_negative_numbers = true)]
    pub(super) power: f64,
    /// How many simulations a power takes.
    #[arg(long, default_value_t = 50_000)]
    pub(super) draws: usize,
    /// The seed of the simulations; the same seed gives the same answer.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ChartArgs {
    /// The figure.
    #[arg(value_enum)]
    pub(super) kind: KindArg,
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Where it is written; the ending says the format (.svg, .png, .pdf). May be given several times. DIR/ (a folder,
    /// or a name with a slash at its end) makes one figure of each metric and dataset, and an index that says who is
    /// best in each.
    #[arg(short, long, value_name = "FILE|DIR/", required = true, help_heading = "Figure")]
    pub(super) output: Vec<PathBuf>,
    /// The format of the figures in DIR/ (default: svg).
    #[arg(long, value_enum, help_heading = "Figure")]
    pub(super) format: Option<ImageFormatArg>,
    /// For bars, ranking, spread, dots, heatmap, bump and intervals: only the N methods with the best mean rank; ranks
    /// and tests stay those among all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Figure")]
    pub(super) top: Option<u32>,
    /// For bars: one sorted list over all blocks; refused where configurations differ, until it is
    /// forced.
    #[arg(long, help_heading = "Figure")]
    pub(super) pooled: bool,
    /// For heatmap: whether colours show ranks or values; both inside each block (default: rank).
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Figure")]
    pub(super) color_by: Option<ColorByArg>,
    #[command(flatten, next_help_heading = "Figure")]
    pub(super) pairs: PairTestArgs,
    /// For critical-difference, pairs, intervals and profile: the level (default: 0.05); intervals and
    /// bands hold with 1 - alpha.
    #[arg(long, help_heading = "Figure", allow_negative_numbers = true)]
    pub(super) alpha: Option<f64>,
    /// For intervals and profile: the seed of the bootstrap (default: 1); the same seed gives the same
    /// figure.
    #[arg(long, help_heading = "Figure")]
    pub(super) seed: Option<u64>,
    /// For profile: how the axis of factors runs (default: log where they span more than one decade).
    #[arg(long, value_enum, value_name = "SCALE", help_heading = "Figure")]
    pub(super) axis: Option<AxisArg>,
    /// For scatter: the two methods, such as --pair LN CE.
    #[arg(long, num_args = 2, value_names = ["A", "B"], allow_hyphen_values = true, help_heading = "Figure")]
    pub(super) pair: Option<Vec<String>>,
    #[command(flatten)]
    pub(super) look: LookArgs,
    #[command(flatten)]
    pub(super) policy: PolicyArgs,
    #[command(flatten)]
    pub(super) talk: TalkArgs,
}

#[derive(Debug, Clone, ClapArgs)]
#[command(next_help_heading = "Look")]
pub(super) struct LookArgs {
    /// Colours: light, dark, or greys with hatching for print.
    #[arg(long, value_enum, default_value = "light")]
    pub(super) theme: ThemeArg,
    /// Width in pixels at 96 DPI (default: by the content).
    #[arg(long, value_name = "PIXELS")]
    pub(super) width: Option<u32>,
    /// Height in pixels at 96 DPI (default: by the content).
    #[arg(long, value_name = "PIXELS")]
    pub(super) height: Option<u32>,
    /// Dots per inch of a PNG, 10 to 2400.
    #[arg(long, default_value_t = 192.0)]
    pub(super) dpi: f64,
    /// The title, instead of one made from the results.
    #[arg(long)]
    pub(super) title: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ReportArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// Where the report is written; the ending says the format: .html (one file with everything in it),
    /// .md (with its figures beside it), .tex, .json; for a PDF print the page or typeset the .tex, and figures alone
    /// are likewise chart's, as .svg, .png or .pdf. May be given several times (default: standard output). DIR/ (a folder, or a name with a slash at its end) makes one report of each input, and an
    /// index; an input may then be a folder of files.
    #[arg(short, long, value_name = "FILE|DIR/", help_heading = "Output")]
    pub(super) output: Vec<PathBuf>,
    /// The format, instead of the one that the ending says (on standard output: markdown, without
    /// figures; in DIR/: html).
    #[arg(long, value_enum, help_heading = "Output")]
    pub(super) format: Option<ReportFormatArg>,
    #[command(flatten)]
    pub(super) look: LookArgs,
    #[command(flatten)]
    pub(super) policy: PolicyArgs,
    #[command(flatten)]
    pub(super) talk: TalkArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// The format to write (default: by the ending of --output).
    #[arg(long, value_name = "FORMAT", value_parser = ["csv", "json", "jsonl", "parquet"], help_heading = "Output")]
    pub(super) to: Option<String>,
    /// Where it is written, instead of standard output.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) talk: TalkArgs,
}

#[derive(Debug, ClapArgs)]
pub(super) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub(super) shell: clap_complete::Shell,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ManArgs {
    /// The command (default: the page of the whole program).
    pub(super) command: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ExplainArgs {
    /// The code, such as C001; without one, all codes are listed.
    pub(super) code: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum FormatArg {
    /// Text for reading.
    Table,
    /// JSON with the basis and every decision; its JSON Schema is what likewise schema prints.
    Json,
    /// One flat table. That of compare, agree and decompose is long and holds the whole answer: a row a number, in
    /// full; table, method and block say whose it is, quantity has its name in JSON.
    Csv,
    /// GitHub-flavoured Markdown.
    Markdown,
    /// LaTeX tables with booktabs.
    Latex,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormatArg {
    /// One file with tables that sort and filter, and its figures inside; needs no network.
    Html,
    /// GitHub-flavoured Markdown.
    Markdown,
    /// A LaTeX document.
    Latex,
    /// JSON with every number, the basis, the findings and the inputs' checksums; likewise schema prints its
    /// JSON Schema.
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorArg {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum CommonArg {
    /// Leave out blocks that lack a method.
    Blocks,
    /// Leave out methods that lack a block.
    Subjects,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TiesArg {
    Average,
    Min,
    Dense,
}

impl From<TiesArg> for Ties {
    fn from(ties: TiesArg) -> Self {
        match ties {
            TiesArg::Average => Self::Average,
            TiesArg::Min => Self::Min,
            TiesArg::Dense => Self::Dense,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum KindArg {
    /// Grouped bars: the methods in each block, one colour a method; at most 400 bars.
    Bars,
    /// One sorted panel a block; at most 60 panels and 600 bars.
    Ranking,
    /// Each method's range, mean and points over the blocks; at most 200 methods.
    Spread,
    /// One row a block, one dot a method; the axis need not start at zero; at most 48 methods.
    Dots,
    /// Methods by blocks, coloured by rank or value inside each block (--color-by); at most 120 by 60.
    Heatmap,
    /// Ranks from block to block, one line a method; at most 60 methods, 40 blocks.
    Bump,
    /// Mean ranks, and groups that --posthoc (default: Nemenyi's test) does not tell apart (--alpha); at most
    /// 200 methods.
    CriticalDifference,
    /// Every pair's p-value by --posthoc (default: Nemenyi's test) and difference of mean ranks (--alpha); at
    /// most 40 methods.
    Pairs,
    /// One method against another, a point a block (--pair A B); at most 2000 blocks.
    Scatter,
    /// What the additive fit, method + block, leaves of each value; at most 120 by 60.
    Interaction,
    /// Estimates with intervals: over the runs that --replicate names, else over blocks; at most 200 methods.
    Intervals,
    /// The share of blocks (of runs, with --replicate) within a factor of the block's best; at most 48 methods.
    Profile,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ImageFormatArg {
    Svg,
    Png,
    Pdf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum AxisArg {
    /// Equal differences are equally long.
    Linear,
    /// Equal ratios are equally long; values must be above zero.
    Log,
}

impl From<AxisArg> for FactorAxis {
    fn from(arg: AxisArg) -> Self {
        match arg {
            AxisArg::Linear => Self::Linear,
            AxisArg::Log => Self::Logarithmic,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorByArg {
    Rank,
    Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ThemeArg {
    Light,
    Dark,
    Print,
}

/// `KEY=VALUE`, split at the first `=`.
fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().to_owned(), value.to_owned())),
        _ => Err(format!("`{text}` is not of the form KEY=VALUE")),
    }
}

#[cfg(test)]
mod tests {
    use super::Args;
    use clap::CommandFactory;

    /// A heading holds on for what stands behind it: an option that says none would stand under that of the
    /// arguments before it.
    #[test]
    fn every_option_stands_under_its_own_heading() {
        const READING: [&str; 5] = ["input_format", "wide", "wide_columns", "map", "missing"];
        const OUTPUT: [&str; 5] = ["format", "output", "to", "color", "quiet"];
        for command in Args::command().get_subcommands().filter(|c| c.get_name() != "explain") {
            for option in command.get_arguments().filter(|a| !a.is_positional()) {
                let (name, id, heading) =
                    (command.get_name(), option.get_id().as_str(), option.get_help_heading());
                assert_eq!(heading == Some("Reading"), READING.contains(&id), "{name} --{id}: {heading:?}");
                if OUTPUT.contains(&id) && name != "chart" {
                    assert_eq!(heading, Some("Output"), "{name} --{id}");
                }
            }
        }
    }

    #[test]
    fn the_arguments_are_consistent() {
        Args::command().debug_assert();
    }
}
