use orrery_test::Orrery;
use serde_json::{json, Value};
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);
const DAEMON_SETS: &str = "/apis/apps/v1/namespaces/default/daemonsets";

fn agent() -> Value {
    let labels = json!({ "app": "agent" });
    let spec = json!({ "containers": [{ "name": "agent", "image": "example.com/agent:1" }] });
    let template = json!({ "metadata": { "labels": labels }, "spec": spec });
    let spec = json!({ "selector": { "matchLabels": labels }, "template": template });
    json!({ "apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": { "name": "agent" }, "spec": spec })
}

fn ready(count: u32) -> Value {
    json!({ "kind": "DaemonSet", "name": "agent", "status": { "numberReady": count } })
}

#[test]
fn a_daemon_set_reaches_every_node() {
    let orrery = Orrery::start(&["--nodes", "3"]).unwrap();
    orrery.step(json!({ "apply": agent() })).unwrap();
    orrery.until(ready(3), 2 * MINUTE).unwrap();
    orrery.step(json!({ "failNode": "node-1" })).unwrap();
    orrery.until(ready(2), 10 * MINUTE).unwrap();
    orrery.advance(60 * MINUTE).unwrap();

    let failure = orrery.until(ready(4), MINUTE).unwrap_err();
    assert!(failure.0.contains("numberReady"), "{failure:?}");

    orrery.reset(7).unwrap();
    let found = orrery.request("GET", DAEMON_SETS, None).unwrap();
    assert_eq!(found["items"], json!([]));
}
