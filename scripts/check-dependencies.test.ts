import { expect, test } from 'vitest'
import { importsOf } from './dependencies/imports.ts'
import { findViolations, rules } from './dependencies/rules.ts'

const rulesBroken = (path: string, text: string) => findViolations([{ path, text }]).map(({ rule }) => rule)

/** A planted violation of each rule, and a valid counterpart. */
const cases: [rule: string, file: string, wrong: string, right: string][] = [
  [
    'web and server never import each other',
    'apps/web/src/lib/a.ts',
    "import { a } from '../../../server/src/main.ts'",
    "import { a } from './b.ts'",
  ],
  [
    'web and server never import each other',
    'apps/server/src/platform/a.ts',
    "import type { A } from '@netward/web'",
    "import type { A } from '@netward/contract'",
  ],
  [
    'a package imports no application',
    'packages/testkit/src/a.ts',
    "import { a } from '@netward/server/main'",
    "import { a } from '@netward/cwmp'",
  ],
  [
    'a feature imports no feature',
    'apps/web/src/features/devices/a.tsx',
    "import { A } from '../tenants/a.tsx'",
    "import { A } from './list/a.tsx'",
  ],
  [
    'a feature does not know the application around it',
    'apps/web/src/features/devices/a.tsx',
    "import { A } from '../../app/router.tsx'",
    "import { A } from '../../ui/table.tsx'",
  ],
  [
    'ui and lib know neither features nor the application',
    'apps/web/src/ui/a.tsx',
    "import { A } from '../features/devices/a.tsx'",
    "import { A } from '../lib/a.ts'",
  ],
  [
    'a module imports another only through its index.ts',
    'apps/server/src/modules/cwmp/a.ts',
    "import { a } from '../devices/device.service.ts'",
    "import { a } from '../devices/index.ts'",
  ],
  [
    'a module imports another only through its index.ts',
    'apps/server/src/server.ts',
    "import { a } from './modules/devices/device.service.ts'",
    "import { a } from './modules/devices/index.ts'",
  ],
  [
    'platform imports no module',
    'apps/server/src/platform/http/a.ts',
    "import { a } from '../../modules/devices/index.ts'",
    "import { a } from '../db/pool.ts'",
  ],
  [
    'routes never import a repo',
    'apps/server/src/modules/devices/devices.routes.ts',
    "import { a } from './device.repo.ts'",
    "import { a } from './device.service.ts'",
  ],
  [
    'only *.repo.ts touches SQL',
    'apps/server/src/modules/devices/device.service.ts',
    "import { sql } from 'kysely'",
    "import type { Selectable } from 'kysely'",
  ],
  [
    'only *.repo.ts touches SQL',
    'apps/server/src/modules/devices/device.service.ts',
    "await scopes.asLoginRole('select end_session($1)')",
    "log.info('selected one of them')\n// 'select 1'",
  ],
  [
    'contract imports zod alone',
    'packages/contract/src/a.ts',
    "import { a } from 'node:crypto'",
    "import { z } from 'zod'",
  ],
  [
    'packages/cwmp does no I/O',
    'packages/cwmp/src/a.ts',
    "import { readFile } from 'node:fs/promises'",
    "import { SaxesParser } from 'saxes'",
  ],
  [
    'packages/collector knows no database',
    'packages/collector/src/a.ts',
    "import pg from 'pg'",
    "import snmp from 'net-snmp'",
  ],
  [
    'what ships imports nothing of the test kit, but for the demo',
    'apps/server/src/server.ts',
    "const kit = await import('@netward/testkit')",
    "const demo = await import('./demo/start.ts')",
  ],
]

test.each(cases)('%s: %s', (rule, file, wrong, right) => {
  expect(rulesBroken(file, wrong)).toEqual([rule])
  expect(rulesBroken(file, right)).toEqual([])
})

test('every rule has a planted violation', () => {
  expect(rules.map(({ rule }) => rule).filter((rule) => !cases.some(([named]) => named === rule))).toEqual([])
})

test('every way to import is seen', () => {
  const text = [
    "import a from 'a'",
    "import 'b'",
    "import {\n  c,\n  type D,\n} from 'c'",
    "import type { E } from 'e'",
    "export * from 'f'",
    "export { g } from 'g'",
    "const h = await import('h')",
    "import * as i from 'i'",
    "// import j from 'j'",
    "/* import k from 'k' */",
  ].join('\n')
  expect(importsOf(text).map(({ specifier }) => specifier)).toEqual(['a', 'b', 'c', 'e', 'f', 'g', 'h', 'i'])
  expect(importsOf(text).filter(({ typeOnly }) => typeOnly)).toHaveLength(1)
})

test('a violation is reported with its line', () => {
  const [violation] = findViolations([
    { path: 'packages/contract/src/a.ts', text: "\n\nimport fs from 'node:fs'\n" },
  ])
  expect(violation?.line).toBe(3)
})
