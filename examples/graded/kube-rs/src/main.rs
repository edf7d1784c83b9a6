//! Follows the ConfigMaps of a namespace by the watcher of kube-rs, with its own pauses after errors.

use std::pin::pin;

use futures::StreamExt;
use k8s_openapi::api::core::v1::ConfigMap;
use kube::{
    api::Api,
    runtime::{watcher, WatchStreamExt},
    Client, ResourceExt,
};

#[tokio::main]
async fn main() -> Result<(), kube::Error> {
    let maps: Api<ConfigMap> = Api::namespaced(Client::try_default().await?, "default");
    let changes = watcher(maps, watcher::Config::default()).default_backoff();
    let mut found = pin!(changes.touched_objects());
    while let Some(next) = found.next().await {
        match next {
            Ok(map) => println!("seen {}", map.name_any()),
            Err(error) => eprintln!("{error}"),
        }
    }
    Ok(())
}
