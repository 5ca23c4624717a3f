/** Checks the settings and those of the account at Stripe: `npm run config:check` (docs/operations.md). */
import { webhookPath } from './billing/payments/webhook.ts';
import { checkConfig } from './config-check.ts';
import { readConfig, type Config } from './config.ts';
import { readArguments } from './platform/command-line.ts';
import { checkAccount, checkedByHand } from './platform/stripe/account-check.ts';
import { createSdkClient } from './platform/stripe/connection.ts';

readArguments('npm run config:check', {});
const print = (lines: string[]) => process.stdout.write(lines.map((line) => `${line}\n`).join(''));

const stripeProblems = async ({ stripe, stripeTax, publicUrl }: Config) =>
  stripe
    ? checkAccount(await createSdkClient(stripe), {
        ...stripe,
        webhookUrl: publicUrl && publicUrl + webhookPath,
        automaticTax: stripeTax,
      })
    : [];

async function check(): Promise<void> {
  const config = readConfig(process.env);
  const { refusals, warnings } = await checkConfig(config);
  const problems = [...refusals, ...(await stripeProblems(config))];
  print([...problems, ...warnings]);
  if (config.stripe) {
    print(["Check by hand in Stripe's dashboard (docs/operations.md):"]);
    print(checkedByHand.map((setting) => `- ${setting}`));
  } else {
    print(['STRIPE_SECRET_KEY is not set: no account at Stripe was checked.']);
  }
  if (problems.length === 0) print(['No setting contradicts the product.']);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

check().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
