//! What operators in Rust rely on, on an API server that each test starts itself.
use envtest::{Environment, Server};
use futures::{StreamExt, TryStreamExt};
use k8s_openapi::api::core::v1::ConfigMap;
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::api::{
    DeleteParams, DynamicObject, Patch, PatchParams, PostParams, WatchEvent, WatchParams,
};
use kube::core::{ApiResource, GroupVersionKind};
use kube::runtime::wait::{await_condition, conditions};
use kube::{Api, Client, CustomResource, CustomResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use suite::Hooks;

/// A kind whose definition is derived from it.
#[derive(CustomResource, Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[kube(group = "example.com", version = "v1", kind = "Bell", namespaced)]
struct BellSpec {
    tone: String,
}

/// An API server with lamps and their webhooks.
struct Cluster {
    server: Server,
    client: Client,
}

impl Cluster {
    async fn start() -> Self {
        let hooks = Hooks::start().await;
        let mut environment = Environment::default().with_crds(Bell::crd()).unwrap();
        // It takes the folder that KUBEBUILDER_ASSETS names.
        environment.binary_assets_settings.download_binary_assets = false;
        let server = environment.create().await.unwrap();
        let client = server.client().unwrap();
        let definitions: Api<CustomResourceDefinition> = Api::all(client.clone());
        for definition in hooks.manifests("definition.yaml") {
            let lamps = serde_json::from_value(definition).unwrap();
            definitions
                .create(&PostParams::default(), &lamps)
                .await
                .unwrap();
        }
        let established = await_condition(
            definitions,
            "lamps.example.com",
            conditions::is_crd_established(),
        );
        established.await.unwrap();
        for webhook in hooks.manifests("webhooks.yaml") {
            let object: DynamicObject = serde_json::from_value(webhook).unwrap();
            let kind = &object.types.as_ref().unwrap().kind;
            let gvk = GroupVersionKind::gvk("admissionregistration.k8s.io", "v1", kind);
            let api: Api<DynamicObject> =
                Api::all_with(client.clone(), &ApiResource::from_gvk(&gvk));
            api.create(&PostParams::default(), &object).await.unwrap();
        }
        Self { server, client }
    }

    fn lamps(&self, version: &str) -> Api<DynamicObject> {
        let gvk = GroupVersionKind::gvk("example.com", version, "Lamp");
        Api::default_namespaced_with(self.client.clone(), &ApiResource::from_gvk(&gvk))
    }

    async fn make(&self, name: &str, version: &str, spec: Value) -> kube::Result<DynamicObject> {
        let body = json!({
            "apiVersion": format!("example.com/{version}"), "kind": "Lamp",
            "metadata": { "name": name }, "spec": spec,
        });
        let lamp = serde_json::from_value(body).unwrap();
        self.lamps(version)
            .create(&PostParams::default(), &lamp)
            .await
    }

    async fn refusal(&self, name: &str, spec: Value) -> String {
        self.make(name, "v1", spec).await.unwrap_err().to_string()
    }

    fn maps(&self) -> Api<ConfigMap> {
        Api::default_namespaced(self.client.clone())
    }

    async fn stop(self) {
        self.server.destroy().await.unwrap();
    }
}

fn map(metadata: Value) -> ConfigMap {
    serde_json::from_value(json!({ "metadata": metadata })).unwrap()
}

#[tokio::test]
async fn objects_are_kept_and_watched() {
    let cluster = Cluster::start().await;
    let version = cluster.client.apiserver_version().await.unwrap();
    assert_eq!(
        format!("1.{}", version.minor),
        std::env::var("SUITE_RELEASE").unwrap()
    );
    let params = WatchParams::default()
        .fields("metadata.name=words")
        .timeout(20)
        .disable_bookmarks();
    let api = cluster.maps();
    let mut events = api.watch(&params, "0").await.unwrap().boxed();
    let words = map(json!({ "name": "words" }));
    api.create(&PostParams::default(), &words).await.unwrap();
    let event = events.try_next().await.unwrap().unwrap();
    assert!(matches!(event, WatchEvent::Added(_)));
    let again = api
        .create(&PostParams::default(), &words)
        .await
        .unwrap_err();
    assert!(matches!(again, kube::Error::Api(status) if status.code == 409));
    drop(events);
    cluster.stop().await;
}

#[tokio::test]
async fn derived_definitions_are_installed() {
    let cluster = Cluster::start().await;
    let bells: Api<Bell> = Api::default_namespaced(cluster.client.clone());
    let spec = BellSpec { tone: "a".into() };
    let apply = PatchParams::apply("suite");
    let made = bells
        .patch("big", &apply, &Patch::Apply(Bell::new("big", spec)))
        .await
        .unwrap();
    assert_eq!(made.spec.tone, "a");
    cluster.stop().await;
}

#[tokio::test]
async fn definitions_fill_in_and_check() {
    let cluster = Cluster::start().await;
    let plain = cluster
        .make("plain", "v1", json!({ "watts": 5 }))
        .await
        .unwrap();
    assert_eq!(plain.data["spec"]["colour"], "white");
    let none = cluster.refusal("none", json!({ "watts": 0 })).await;
    assert!(none.contains("greater than or equal to 1"), "{none}");
    let flood = cluster.refusal("flood", json!({ "watts": 500 })).await;
    assert!(flood.contains("lamps have 100 watts at most"), "{flood}");
    cluster.stop().await;
}

#[tokio::test]
async fn versions_are_converted() {
    let cluster = Cluster::start().await;
    cluster
        .make("small", "v2", json!({ "milliwatts": 3000 }))
        .await
        .unwrap();
    let first = cluster.lamps("v1").get("small").await.unwrap();
    assert_eq!(first.data["spec"]["watts"], 3);
    let second = cluster.lamps("v2").get("small").await.unwrap();
    assert_eq!(second.data["spec"]["milliwatts"], 3000);
    cluster.stop().await;
}

#[tokio::test]
async fn webhooks_change_and_refuse() {
    let cluster = Cluster::start().await;
    let seen = cluster
        .make("seen", "v1", json!({ "watts": 5 }))
        .await
        .unwrap();
    assert_eq!(seen.metadata.labels.unwrap()["seen"], "yes");
    let black = cluster
        .refusal("black", json!({ "watts": 5, "colour": "black" }))
        .await;
    assert!(
        black.contains("denied the request: lamps are not black"),
        "{black}"
    );
    cluster.stop().await;
}

#[tokio::test]
async fn finalizers_hold_what_is_deleted() {
    let cluster = Cluster::start().await;
    let api = cluster.maps();
    let held = map(json!({ "name": "held", "finalizers": ["example.com/hold"] }));
    api.create(&PostParams::default(), &held).await.unwrap();
    api.delete("held", &DeleteParams::default()).await.unwrap();
    assert!(
        api.get("held")
            .await
            .unwrap()
            .metadata
            .deletion_timestamp
            .is_some()
    );
    let free = Patch::Merge(json!({ "metadata": { "finalizers": null } }));
    api.patch("held", &PatchParams::default(), &free)
        .await
        .unwrap();
    assert!(api.get_opt("held").await.unwrap().is_none());
    cluster.stop().await;
}
