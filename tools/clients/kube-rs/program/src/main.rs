//! Plays what programs made with kube-rs do: a kind of their own, over TLS that they verify, its objects, and a
//! controller that handles them.
mod controller;
mod objects;
mod steps;

use anyhow::{bail, Result};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::{
    api::{Api, DeleteParams, Patch, PatchParams},
    runtime::wait::{await_condition, conditions},
    Client, Config, CustomResource, CustomResourceExt,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of our own; its definition is derived from it.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, JsonSchema)]
#[kube(group = "example.com", version = "v1", kind = "Boat", namespaced)]
#[kube(status = "BoatStatus", shortname = "bt")]
#[kube(scale(
    spec_replicas_path = ".spec.oars",
    status_replicas_path = ".status.oars"
))]
#[kube(printcolumn(name = "Oars", type_ = "integer", json_path = ".spec.oars"))]
pub struct BoatSpec {
    #[schemars(range(min = 1, max = 99))]
    pub oars: i32,
    #[serde(default = "white")]
    pub colour: String,
    pub sail: Option<String>,
}

#[derive(Serialize, Deserialize, Clone, Debug, Default, JsonSchema)]
pub struct BoatStatus {
    pub oars: i32,
    pub seen: i64,
}

fn white() -> String {
    "white".into()
}

const DEFINITION: &str = "boats.example.com";

#[tokio::main]
async fn main() -> Result<()> {
    let client = Client::try_default().await?;
    step!("its certificate is verified", {
        let version = client.apiserver_version().await?;
        let asked = std::env::var("KUBERNETES")?;
        if asked != format!("1.{}", version.minor) {
            bail!("the version is {version:?}");
        }
    });
    step!("a server with another authority is refused", {
        let mut config = Config::infer().await?;
        config.root_cert = Some(vec![]);
        match Client::try_from(config)?.apiserver_version().await {
            Ok(_) => bail!("it was not"),
            Err(error) if format!("{error:?}").contains("UnknownIssuer") => {}
            Err(error) => bail!("{error:?}"),
        }
    });
    step!("the derived definition is applied and established", {
        let definitions: Api<CustomResourceDefinition> = Api::all(client.clone());
        let apply = PatchParams::apply("kube-rs").force();
        definitions
            .patch(DEFINITION, &apply, &Patch::Apply(Boat::crd()))
            .await?;
        steps::soon(await_condition(
            definitions,
            DEFINITION,
            conditions::is_crd_established(),
        ))
        .await??;
    });
    objects::play(&client).await;
    controller::play(&client).await;
    step!("the definition goes", {
        let definitions: Api<CustomResourceDefinition> = Api::all(client.clone());
        let went = definitions
            .delete(DEFINITION, &DeleteParams::default())
            .await?;
        let uid = went
            .left()
            .and_then(|definition| definition.metadata.uid)
            .unwrap_or_default();
        steps::soon(await_condition(
            definitions,
            DEFINITION,
            conditions::is_deleted(&uid),
        ))
        .await??;
    });
    Ok(())
}
