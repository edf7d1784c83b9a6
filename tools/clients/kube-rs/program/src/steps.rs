//! Steps, and what is printed of them.
use anyhow::{anyhow, Result};
use serde::Serialize;
use std::{future::Future, time::Duration};

#[derive(Serialize)]
struct Line<'a> {
    step: &'a str,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// Prints what came of a step.
pub fn report(step: &str, outcome: Result<()>) {
    let why = outcome.err().map(|error| format!("{error:#}"));
    let line = Line {
        step,
        ok: why.is_none(),
        why,
    };
    println!(
        "{}",
        serde_json::to_string(&line).expect("a line is plain data")
    );
}

/// Takes a step: a block that may fail.
#[macro_export]
macro_rules! step {
    ($name:expr, $block:block) => {{
        let outcome: anyhow::Result<()> = async {
            $block
            Ok(())
        }
        .await;
        $crate::steps::report($name, outcome);
    }};
}

/// What a future answers within half a minute.
pub async fn soon<T>(future: impl Future<Output = T>) -> Result<T> {
    tokio::time::timeout(Duration::from_secs(30), future)
        .await
        .map_err(|_| anyhow!("it does not come within 30 s"))
}

/// Asks again until a check holds, for half a minute.
pub async fn until<F: Future<Output = Result<()>>>(mut check: impl FnMut() -> F) -> Result<()> {
    for _ in 0..300 {
        if check().await.is_ok() {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    check().await
}
