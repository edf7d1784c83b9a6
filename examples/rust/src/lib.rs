//! A Kubernetes control plane for tests. Virtual time stands still until the test advances it. Needs the command
//! `orrery` (npm install --global kube-orrery), or its path in $ORRERY.

use serde_json::{json, Value};
use std::io::{Error, ErrorKind};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(30);
static STARTED: AtomicUsize = AtomicUsize::new(0);

/// A running server, of this machine's programs alone: plain HTTP on a loopback address. It ends with this value.
pub struct Orrery {
    process: Child,
    folder: PathBuf,
    /// `http://127.0.0.1:40123`
    pub url: String,
    /// The administrator's bearer token.
    pub token: String,
}

/// What the server has refused, or a condition that did not hold, in words.
#[derive(Debug)]
pub struct Failure(pub String);

type Outcome<T> = Result<T, Failure>;

impl Orrery {
    /// Starts `orrery serve` with further options: `&["--nodes", "3"]`.
    pub fn start(options: &[&str]) -> std::io::Result<Orrery> {
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("orrery-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let ready = folder.join("ready.json");
        let name = std::env::var("ORRERY").unwrap_or_else(|_| "orrery".into());
        let process = Command::new(name)
            .args(["serve", "--http", "--port", "0", "--clock", "manual"])
            .arg("--kubeconfig")
            .arg(folder.join("kubeconfig"))
            .arg("--ready-file")
            .arg(&ready)
            .args(options)
            .stdout(Stdio::null())
            .spawn()?;
        let (url, token) = (String::new(), String::new());
        let mut server = Orrery { process, folder, url, token };
        let deadline = Instant::now() + PATIENCE;
        while !ready.exists() {
            if let Some(status) = server.process.try_wait()? {
                return Err(Error::new(ErrorKind::Other, format!("orrery ended: {status}")));
            }
            if Instant::now() > deadline {
                return Err(Error::new(ErrorKind::TimedOut, "orrery was not ready"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let access: Value = serde_json::from_slice(&std::fs::read(&ready)?)?;
        server.url = access["url"].as_str().unwrap_or_default().into();
        server.token = access["token"].as_str().unwrap_or_default().into();
        Ok(server)
    }

    /// A file for Kubernetes clients, such as the crate `kube`.
    pub fn kubeconfig(&self) -> PathBuf {
        self.folder.join("kubeconfig")
    }

    /// Any request to the server, JSON in and out.
    pub fn request(&self, method: &str, path: &str, body: Option<Value>) -> Outcome<Value> {
        let request = ureq::request(method, &format!("{}{path}", self.url))
            .set("Authorization", &format!("Bearer {}", self.token));
        let answer = match body {
            Some(body) => request.send_json(body),
            None => request.call(),
        };
        match answer {
            Ok(response) => response.into_json().map_err(|error| Failure(error.to_string())),
            Err(ureq::Error::Status(code, response)) => {
                let status: Value = response.into_json().unwrap_or_default();
                Err(Failure(format!("{code}: {}", status["message"])))
            }
            Err(error) => Err(Failure(error.to_string())),
        }
    }

    /// A fresh cluster at the same address; the same seed gives the same names and uids.
    pub fn reset(&self, seed: u64) -> Outcome<()> {
        self.control("/reset", json!({ "seed": seed })).map(|_| ())
    }

    /// Lets virtual time pass, with all that happens in it.
    pub fn advance(&self, by: Duration) -> Outcome<()> {
        self.control("/clock/advance", json!({ "by": by.as_secs_f64() })).map(|_| ())
    }

    /// Lets virtual time pass until a condition of the scenario language holds, and no longer.
    pub fn until(&self, condition: Value, within: Duration) -> Outcome<()> {
        let body = json!({ "until": condition, "within": within.as_secs_f64() });
        expected(self.control("/clock/advance", body)?, "holds")
    }

    /// Plays a step of the scenario language: `json!({ "failNode": "node-1" })`.
    pub fn step(&self, step: Value) -> Outcome<()> {
        expected(self.control("/steps", step)?, "passed")
    }

    fn control(&self, path: &str, body: Value) -> Outcome<Value> {
        self.request("POST", &format!("/orrery/v1{path}"), Some(body))
    }
}

impl Drop for Orrery {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn expected(answer: Value, verdict: &str) -> Outcome<()> {
    if answer[verdict] == true {
        return Ok(());
    }
    Err(Failure(format!("expected {}; found {}", answer["expected"], answer["found"])))
}
