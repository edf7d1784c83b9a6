//! Objects of the kind: all that a client does with them.
use crate::{step, steps::soon, Boat, BoatSpec};
use anyhow::{bail, Result};
use futures::{StreamExt, TryStreamExt};
use kube::{
    api::{Api, DeleteParams, ListParams, Patch, PatchParams, PostParams, WatchEvent, WatchParams},
    runtime::{reflector, watcher},
    Client, Error, ResourceExt,
};
use serde_json::json;

fn boat(name: &str, oars: i32) -> Boat {
    Boat::new(
        name,
        BoatSpec {
            oars,
            colour: "red".into(),
            sail: None,
        },
    )
}

/// The code and the text of a request that must be refused.
fn refused<T>(answer: Result<T, Error>) -> Result<(u16, String)> {
    match answer {
        Ok(_) => bail!("it was not refused"),
        Err(Error::Api(status)) => Ok((status.code, status.message.clone())),
        Err(error) => bail!("{error:?}"),
    }
}

pub async fn play(client: &Client) {
    let boats: Api<Boat> = Api::default_namespaced(client.clone());
    let post = PostParams::default();
    step!("an object is created", {
        let made = boats.create(&post, &boat("gig", 4)).await?;
        if made.metadata.generation != Some(1) || made.spec.colour != "red" {
            bail!("{made:?}");
        }
    });
    step!("a bad one is refused by the derived schema", {
        let (code, message) = refused(boats.create(&post, &boat("galley", 100)).await)?;
        let said = "Boat.example.com \"galley\" is invalid: spec.oars: Invalid value: 100: \
                    spec.oars in body should be less than or equal to 99";
        if code != 422 || message != said {
            bail!("{code} {message}");
        }
    });
    step!("a default of the schema is filled in", {
        let bare = json!({"apiVersion": "example.com/v1", "kind": "Boat", "metadata": {"name": "bare"}, "spec": {"oars": 2}});
        let made = boats
            .patch("bare", &PatchParams::apply("tests"), &Patch::Apply(&bare))
            .await?;
        if made.spec.colour != "white" {
            bail!("{made:?}");
        }
    });
    step!("another manager's apply is a conflict", {
        let other = json!({"apiVersion": "example.com/v1", "kind": "Boat", "spec": {"oars": 3}});
        let (code, message) = refused(
            boats
                .patch("bare", &PatchParams::apply("others"), &Patch::Apply(&other))
                .await,
        )?;
        if code != 409
            || message != "Apply failed with 1 conflict: conflict with \"tests\": .spec.oars"
        {
            bail!("{code} {message}");
        }
    });
    step!("the status has a request of its own", {
        let status = json!({"status": {"oars": 4, "seen": 1}, "spec": {"oars": 9}});
        let patched = boats
            .patch_status("gig", &PatchParams::default(), &Patch::Merge(&status))
            .await?;
        if patched.spec.oars != 4 || patched.status.as_ref().map(|status| status.oars) != Some(4) {
            bail!("{patched:?}");
        }
    });
    step!("it scales", {
        let scale = boats.get_scale("gig").await?;
        let seen = scale.spec.as_ref().and_then(|spec| spec.replicas);
        let patch = json!({"spec": {"replicas": 6}});
        boats
            .patch_scale("gig", &PatchParams::default(), &Patch::Merge(&patch))
            .await?;
        let gig = boats.get("gig").await?;
        if seen != Some(4) || gig.spec.oars != 6 || gig.metadata.generation != Some(2) {
            bail!("{seen:?} {gig:?}");
        }
    });
    step!("a stale replace is a conflict", {
        let mut stale = boats.get("gig").await?;
        stale.spec.oars = 8;
        boats.replace("gig", &post, &stale).await?;
        stale.spec.oars = 10;
        let (code, _) = refused(boats.replace("gig", &post, &stale).await)?;
        if code != 409 {
            bail!("{code}");
        }
    });
    step!("lists come in pages, by labels", {
        for number in 0..5 {
            let mut one = boat(&format!("row-{number}"), 1);
            one.labels_mut().insert("fleet".into(), "rows".into());
            boats.create(&post, &one).await?;
        }
        let mut params = ListParams::default().labels("fleet=rows").limit(2);
        let mut names = vec![];
        loop {
            let page = boats.list(&params).await?;
            names.extend(page.items.iter().map(ResourceExt::name_any));
            match page.metadata.continue_ {
                Some(token) if !token.is_empty() => params = params.continue_token(&token),
                _ => break,
            }
        }
        if names != ["row-0", "row-1", "row-2", "row-3", "row-4"] {
            bail!("{names:?}");
        }
    });
    step!("a watch tells what happens", {
        let version = boats
            .list(&ListParams::default().limit(1))
            .await?
            .metadata
            .resource_version
            .unwrap_or_default();
        let mut events = boats
            .watch(&WatchParams::default(), &version)
            .await?
            .boxed();
        boats.create(&post, &boat("skiff", 2)).await?;
        boats.delete("skiff", &DeleteParams::default()).await?;
        let mut seen = vec![];
        while seen.len() < 2 {
            match soon(events.try_next()).await?? {
                Some(WatchEvent::Added(one)) => seen.push(format!("added {}", one.name_any())),
                Some(WatchEvent::Deleted(one)) => seen.push(format!("deleted {}", one.name_any())),
                Some(WatchEvent::Bookmark(_)) => {}
                other => bail!("{other:?}"),
            }
        }
        if seen != ["added skiff", "deleted skiff"] {
            bail!("{seen:?}");
        }
    });
    step!("a reflector has them all", {
        let (reader, writer) = reflector::store();
        let rows = watcher(
            boats.clone(),
            watcher::Config::default().labels("fleet=rows"),
        );
        let running = tokio::spawn(reflector(writer, rows).for_each(|_| async {}));
        soon(reader.wait_until_ready()).await??;
        running.abort();
        if reader.state().len() != 5 {
            bail!("{} are there", reader.state().len());
        }
    });
    step!("a collection is deleted by labels", {
        boats
            .delete_collection(
                &DeleteParams::default(),
                &ListParams::default().labels("fleet=rows"),
            )
            .await?;
        let left: Vec<String> = boats
            .list(&ListParams::default())
            .await?
            .items
            .iter()
            .map(ResourceExt::name_any)
            .collect();
        if left != ["bare", "gig"] {
            bail!("{left:?}");
        }
    });
}
