// Lints the API documents as their users do: Redocly (recommended-strict) and Spectral (oas, asyncapi).
// Usage: node scripts/lint-documents.mjs <openapi.json> <asyncapi.json>. Prints each finding; exits with 1 if there is one.
import { readFileSync } from 'node:fs';
import { createConfig, lint } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';

const [openapi, asyncapi] = process.argv.slice(2);

async function lintWithRedocly(path) {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // The two health checks refuse nothing.
    rules: { 'operation-4xx-response': 'off' },
  });
  const problems = await lint({ ref: path, config });
  return problems.map(({ severity, ruleId, message, location }) => ({
    linter: 'redocly',
    severity,
    rule: ruleId,
    message,
    at: location.map(({ pointer }) => pointer ?? '').join(' '),
  }));
}

async function lintWithSpectral(path, ruleset) {
  const spectral = new spectralCore.Spectral();
  // No address of an operator is known here. Few tools read AsyncAPI 3.1 yet. Resource names the keys of Moments only.
  const off = [
    'info-contact',
    'asyncapi-info-contact',
    'asyncapi-latest-version',
    'asyncapi-unused-components-schema',
  ];
  const rules = Object.fromEntries(off.filter((name) => name in ruleset.rules).map((name) => [name, 'off']));
  spectral.setRuleset({ extends: [[ruleset, 'recommended']], rules });
  const problems = await spectral.run(readFileSync(path, 'utf8'));
  return problems.map(({ severity, code, message, path: at }) => ({
    linter: 'spectral',
    severity: severity === 0 ? 'error' : 'warn',
    rule: code,
    message,
    at: at.join('/'),
  }));
}

const found = [
  ...(await lintWithRedocly(openapi)),
  ...(await lintWithRedocly(asyncapi)),
  ...(await lintWithSpectral(openapi, spectralRulesets.oas)),
  ...(await lintWithSpectral(asyncapi, spectralRulesets.asyncapi)),
];
for (const { linter, severity, rule, message, at } of found) {
  console.log(`${linter} ${severity} ${rule}: ${message} (${at})`);
}
process.exitCode = found.length === 0 ? 0 : 1;
