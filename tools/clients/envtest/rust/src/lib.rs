//! What the API server asks about lamps, over TLS. The certificate that is served is also the authority.
use axum::{Json, Router, routing::post};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use std::net::{SocketAddr, TcpListener};

/// A running server.
pub struct Hooks {
    port: u16,
    authority: String,
}

impl Hooks {
    pub async fn start() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let keys = rcgen::generate_simple_self_signed(vec!["127.0.0.1".into()]).unwrap();
        let cert = keys.cert.pem();
        let tls = axum_server::tls_rustls::RustlsConfig::from_pem(
            cert.clone().into_bytes(),
            keys.signing_key.serialize_pem().into_bytes(),
        )
        .await
        .unwrap();
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let app = Router::new()
            .route("/label", post(|Json(review)| answer(review, label)))
            .route("/check", post(|Json(review)| answer(review, check)))
            .route("/convert", post(|Json(review)| answer(review, convert)));
        let server = axum_server::from_tcp_rustls(listener, tls).unwrap();
        tokio::spawn(server.serve(app.into_make_service()));
        Self {
            port,
            authority: BASE64_STANDARD.encode(cert),
        }
    }

    /// The objects of a manifest of the suite, with this server's port and authority in them.
    pub fn manifests(&self, name: &str) -> Vec<Value> {
        let folder = std::env::var("SUITE_MANIFESTS").unwrap();
        let text = std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
        let filled = text
            .replace("${PORT}", &self.port.to_string())
            .replace("${CA}", &self.authority);
        filled
            .split("\n---\n")
            .map(|each| serde_saphyr::from_str(each).unwrap())
            .collect()
    }
}

async fn answer(mut review: Value, respond: fn(&Value) -> Value) -> Json<Value> {
    let request = review["request"].take();
    let mut response = respond(&request);
    response["uid"] = request["uid"].clone();
    review["response"] = response;
    review.as_object_mut().unwrap().remove("request");
    Json(review)
}

/// Every lamp gets a label.
fn label(_: &Value) -> Value {
    let patch = json!([{ "op": "add", "path": "/metadata/labels", "value": { "seen": "yes" } }]);
    let encoded = BASE64_STANDARD.encode(patch.to_string());
    json!({ "allowed": true, "patchType": "JSONPatch", "patch": encoded })
}

/// No lamp is black.
fn check(request: &Value) -> Value {
    let is_black = request["object"]["spec"]["colour"] == "black";
    json!({ "allowed": !is_black, "status": { "message": "lamps are not black" } })
}

/// Watts become milliwatts, or the other way round.
fn convert(request: &Value) -> Value {
    let wanted = request["desiredAPIVersion"].as_str().unwrap();
    let mut objects = request["objects"].as_array().unwrap().clone();
    for lamp in &mut objects {
        let spec = lamp["spec"].as_object_mut().unwrap();
        if wanted.ends_with("/v2") {
            let watts = spec.remove("watts").unwrap().as_i64().unwrap();
            spec.insert("milliwatts".into(), json!(watts * 1000));
        } else {
            let milliwatts = spec.remove("milliwatts").unwrap().as_i64().unwrap();
            spec.insert("watts".into(), json!(milliwatts / 1000));
        }
        lamp["apiVersion"] = json!(wanted);
    }
    json!({ "result": { "status": "Success" }, "convertedObjects": objects })
}
