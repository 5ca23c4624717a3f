import type { TestProject } from 'vitest/node';
import { asAdmin, databaseUrl } from '#server/database/test-cluster.ts';

/** After the template of all test databases was migrated: breaks one thing in it (`MUTANT_SQL`). */
export async function setup(project: TestProject): Promise<void> {
  const mutant = process.env['MUTANT_SQL'];
  if (mutant === undefined) return;
  const { adminUrl, template } = project.getProvidedContext().testCluster;
  await asAdmin(databaseUrl(adminUrl, template), (client) => client.query(mutant));
}
