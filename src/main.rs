fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut o = likewise::ingest::Options::default();
    if std::env::var("WIDE").is_ok() { o.wide = Some(Default::default()); }
    match likewise::ingest::read_paths(&args, &o) {
        Ok(r) => { println!("{:?} {:?}", r.inputs(), r.config_keys()); for c in r.frame().columns() { println!("{:?} {:?}", c.name(), c.head(Some(4)).as_materialized_series().iter().map(|v| v.to_string()).collect::<Vec<_>>()); } }
        Err(e) => for e in e { println!("ERR {e}"); },
    }
}
