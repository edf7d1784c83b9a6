//! A controller: it keeps a ConfigMap for each boat, and a finalizer.
use crate::{step, steps::until, Boat, BoatSpec};
use anyhow::{anyhow, bail};
use futures::StreamExt;
use k8s_openapi::api::{core::v1::ConfigMap, events::v1::Event};
use kube::{
    api::{Api, DeleteParams, ListParams, Patch, PatchParams, PostParams},
    runtime::{
        controller::Action,
        events::{Event as Told, EventType, Recorder, Reporter},
        finalizer::{finalizer, Event as Finalizer},
        watcher, Controller,
    },
    Client, Resource, ResourceExt,
};
use serde_json::json;
use std::{sync::Arc, time::Duration};

const FINALIZER: &str = "example.com/dock";

type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Debug)]
struct Failed(#[allow(dead_code)] String);
impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}
impl std::error::Error for Failed {}

fn failed(error: impl std::fmt::Debug) -> Failed {
    Failed(format!("{error:?}"))
}

async fn reconcile(boat: Arc<Boat>, client: Arc<Client>) -> Result<Action, Failed> {
    let boats: Api<Boat> = Api::default_namespaced((*client).clone());
    finalizer(&boats, FINALIZER, boat, |event| async {
        match event {
            Finalizer::Apply(boat) => follow(&boat, &client).await,
            Finalizer::Cleanup(boat) => leave(&boat, &client).await,
        }
        .map_err(|error| failed(error.to_string()))
    })
    .await
    .map_err(failed)
}

async fn follow(boat: &Boat, client: &Client) -> Result<Action, Failure> {
    let maps: Api<ConfigMap> = Api::default_namespaced(client.clone());
    let boats: Api<Boat> = Api::default_namespaced(client.clone());
    let name = boat.name_any();
    let owner = boat.controller_owner_ref(&()).ok_or("it has no name yet")?;
    let map = json!({
        "apiVersion": "v1", "kind": "ConfigMap",
        "metadata": {"name": format!("{name}-crew"), "ownerReferences": [owner]},
        "data": {"oars": boat.spec.oars.to_string()},
    });
    let apply = PatchParams::apply("boats").force();
    maps.patch(&format!("{name}-crew"), &apply, &Patch::Apply(&map))
        .await?;
    let status = json!({"status": {"oars": boat.spec.oars, "seen": boat.metadata.generation}});
    boats
        .patch_status(&name, &PatchParams::default(), &Patch::Merge(&status))
        .await?;
    Ok(Action::requeue(Duration::from_secs(60)))
}

async fn leave(boat: &Boat, client: &Client) -> Result<Action, Failure> {
    let recorder = Recorder::new(client.clone(), Reporter::from("boats"));
    let told = Told {
        type_: EventType::Normal,
        reason: "Left".into(),
        note: Some("the dock is free".into()),
        action: "Leave".into(),
        secondary: None,
    };
    recorder.publish(&told, &boat.object_ref(&())).await?;
    Ok(Action::await_change())
}

pub async fn play(client: &Client) {
    let boats: Api<Boat> = Api::default_namespaced(client.clone());
    let maps: Api<ConfigMap> = Api::default_namespaced(client.clone());
    let events: Api<Event> = Api::default_namespaced(client.clone());
    let running = tokio::spawn(
        Controller::new(boats.clone(), watcher::Config::default())
            .owns(maps.clone(), watcher::Config::default())
            .run(
                reconcile,
                |_, _, _| Action::requeue(Duration::from_secs(1)),
                Arc::new(client.clone()),
            )
            .for_each(|_| async {}),
    );
    let crew = |oars: &'static str| {
        let maps = maps.clone();
        move || {
            let maps = maps.clone();
            async move {
                let map = maps.get("ferry-crew").await?;
                match map.data.and_then(|data| data.get("oars").cloned()) {
                    Some(found) if found == oars => Ok(()),
                    other => Err(anyhow!("the crew has {other:?}")),
                }
            }
        }
    };
    step!("the controller follows a new object", {
        let spec = BoatSpec {
            oars: 5,
            colour: "blue".into(),
            sail: Some("main".into()),
        };
        boats
            .create(&PostParams::default(), &Boat::new("ferry", spec))
            .await?;
        until(crew("5")).await?;
    });
    step!("it has its finalizer and status", {
        until(|| async {
            let ferry = boats.get("ferry").await?;
            let seen = ferry.status.as_ref().map(|status| status.seen);
            if ferry.finalizers() != [FINALIZER] || seen != Some(1) {
                bail!("{ferry:?}");
            }
            Ok(())
        })
        .await?;
    });
    step!("it follows a change", {
        let patch = json!({"spec": {"oars": 7}});
        boats
            .patch("ferry", &PatchParams::default(), &Patch::Merge(&patch))
            .await?;
        until(crew("7")).await?;
    });
    step!("it brings back what somebody changed", {
        let patch = json!({"data": {"oars": "0"}});
        maps.patch("ferry-crew", &PatchParams::default(), &Patch::Merge(&patch))
            .await?;
        until(crew("7")).await?;
    });
    step!("a deleted object leaves nothing behind", {
        for name in ["ferry", "gig", "bare"] {
            boats.delete(name, &DeleteParams::default()).await?;
        }
        until(|| async {
            let left = boats.list(&ListParams::default()).await?.items.len();
            let crews = maps.get_opt("ferry-crew").await?;
            if left > 0 || crews.is_some() {
                bail!("{left} boats, {crews:?}");
            }
            Ok(())
        })
        .await?;
    });
    step!("what it told is an event", {
        let told = events.list(&ListParams::default()).await?;
        if !told
            .items
            .iter()
            .any(|event| event.reason.as_deref() == Some("Left"))
        {
            bail!("{:?}", told.items);
        }
    });
    running.abort();
}
