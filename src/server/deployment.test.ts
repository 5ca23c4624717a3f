import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { checkConfig } from './config-check.ts';
import { readConfig } from './config.ts';
import { environment } from './environment.ts';
import { root } from './platform/root.ts';

/** Checks `deploy/kubernetes` and the systemd unit against the product, without running them. */
const fileOf = (path: string) => readFileSync(join(root, path), 'utf8');

type Probe = {
  httpGet: { path: string; port: string };
};
type Container = {
  image: string;
  command?: string[];
  envFrom: Record<string, { name: string }>[];
  env?: { name: string; value: string }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  securityContext: object;
};
type Pod = {
  terminationGracePeriodSeconds?: number;
  securityContext: object;
  containers: Container[];
};
type Manifest = {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec: {
    selector: { matchLabels?: object } & Record<string, unknown>;
    template: { metadata: { labels: object }; spec: Pod };
  };
};

const manifests = readdirSync(join(root, 'deploy/kubernetes')).flatMap((name) =>
  parseAllDocuments(fileOf(`deploy/kubernetes/${name}`)).map((each) => each.toJS() as Manifest),
);
/** Returns the only manifest of a kind. */
const manifestOf = (kind: string): Manifest => {
  const [only, another] = manifests.filter((each) => each.kind === kind);
  if (!only || another) throw new Error(`Expected one ${kind}`);
  return only;
};
const podOf = (kind: string) => manifestOf(kind).spec.template.spec;
const containerOf = (kind: string) => podOf(kind).containers[0] as Container;

const { data: settings = {} } = manifestOf('ConfigMap');
const { stringData: secrets = {} } = manifestOf('Secret');
const image = fileOf('Containerfile');
const [, command = '[]'] = /^CMD (.+)$/m.exec(image) ?? [];

/** Seconds that a stop takes after the drain: last connections, requests, traces. */
const stopSeconds = 2 + 20 + 5;

test('the settings of Kubernetes are known, and safe once the secrets are filled in (R-SEC-17)', async () => {
  const variables = { ...secrets, ...settings };
  expect(Object.keys(variables).filter((name) => !(name in environment.shape))).toEqual([]);
  const password = 'kettle ember violin 4817';
  const filled = { OPERATOR_PASSWORD: password, METRICS_TOKEN: password, HOST: '0.0.0.0' };
  const config = readConfig({ ...variables, ...filled });
  expect((await checkConfig(config)).refusals).toEqual([]);
});

test('Deployment and Job run the same image with the same settings, the Job to migrate (R-REL-10)', () => {
  const [web, job] = [containerOf('Deployment'), containerOf('Job')];
  expect(job.image).toBe(web.image);
  expect(job.envFrom).toEqual(web.envFrom);
  expect(job.command).toEqual([...(JSON.parse(command) as string[]), '--migrate']);
  expect(web.command).toBeUndefined();
  const references = web.envFrom.flatMap((each) => Object.values(each).map(({ name }) => name));
  expect(references).toEqual([
    manifestOf('ConfigMap').metadata.name,
    manifestOf('Secret').metadata.name,
  ]);
});

test('probes ask the health endpoints at the port of the image (R-REL-02)', () => {
  const { ports, startupProbe, livenessProbe, readinessProbe } = containerOf('Deployment');
  const [, port] = /^EXPOSE (\d+)$/m.exec(image) ?? [];
  expect(ports).toEqual([{ name: 'http', containerPort: Number(port) }]);
  const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet);
  expect(paths).toEqual([
    { path: '/health/live', port: 'http' },
    { path: '/health/live', port: 'http' },
    { path: '/health/ready', port: 'http' },
  ]);
});

test('a stop has the time that it takes (R-REL-02)', () => {
  const { terminationGracePeriodSeconds: grace = 30 } = podOf('Deployment');
  expect(Number(settings['DRAIN_SECONDS'])).toBeGreaterThan(0);
  expect(grace).toBeGreaterThan(Number(settings['DRAIN_SECONDS']) + stopSeconds);
  const [, timeout] = /^TimeoutStopSec=(\d+)$/m.exec(fileOf('deploy/pregao.service')) ?? [];
  expect(Number(timeout)).toBeGreaterThan(10 + stopSeconds);
});

test('pods run as the user of the image, without privileges', () => {
  const [, user] = /useradd --uid (\d+)/.exec(image) ?? [];
  for (const kind of ['Deployment', 'Job']) {
    const hardened = { runAsNonRoot: true, runAsUser: Number(user) };
    expect(podOf(kind).securityContext).toMatchObject(hardened);
    expect(containerOf(kind).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
});

test('Service and PodDisruptionBudget select the pods of the Deployment and not those of the Job', () => {
  const { labels } = manifestOf('Deployment').spec.template.metadata;
  expect(manifestOf('Deployment').spec.selector.matchLabels).toEqual(labels);
  expect(manifestOf('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
  expect(manifestOf('Service').spec.selector).toEqual(labels);
  expect(manifestOf('Job').spec.template.metadata.labels).not.toMatchObject(labels);
});

test('the systemd unit starts the built product and stops the first process only', () => {
  const unit = fileOf('deploy/pregao.service');
  expect(unit).toMatch(/^ExecStart=\/opt\/pregao\/tools\/node build\/server\/main\.js$/m);
  // A signal to every process would stop the database before the requests.
  expect(unit).toMatch(/^KillMode=mixed$/m);
  // With one process SIGHUP ends the product.
  expect(unit).toMatch(/^Environment=PROCESSES=[2-9]$/m);
});
