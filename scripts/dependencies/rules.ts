import path from 'node:path'
import { type Import, importsOf, withoutComments } from './imports.ts'

export interface SourceFile {
  /** From the root of the repository, with slashes. */
  path: string
  text: string
}

export interface Violation {
  path: string
  line: number
  rule: string
  target: string
}

interface Rule {
  /** A sentence for the reader. */
  rule: string
  from: RegExp
  /** `target` is a path from the root for our own code, else the name as written. */
  forbids(target: string, from: string, imported: Import): boolean
}

const isTest = /\.(?:test|suite)\.tsx?$|^apps\/server\/test\//
const moduleOf = (file: string) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(file)?.[1]
const featureOf = (file: string) => /^apps\/web\/src\/features\/([^/]+)\//.exec(file)?.[1]

export const rules: readonly Rule[] = [
  {
    rule: 'web and server never import each other',
    from: /^apps\/(web|server|probe)\//,
    forbids: (target, from) => target.startsWith('apps/') && target.split('/')[1] !== from.split('/')[1],
  },
  {
    rule: 'a package imports no application',
    from: /^packages\//,
    forbids: (target) => target.startsWith('apps/'),
  },
  {
    rule: 'a feature imports no feature',
    from: /^apps\/web\/src\/features\//,
    forbids: (target, from) => featureOf(target) !== undefined && featureOf(target) !== featureOf(from),
  },
  {
    rule: 'a feature does not know the application around it',
    from: /^apps\/web\/src\/features\//,
    forbids: (target) => target.startsWith('apps/web/src/app/'),
  },
  {
    rule: 'ui and lib know neither features nor the application',
    from: /^apps\/web\/src\/(ui|lib)\//,
    forbids: (target) => /^apps\/web\/src\/(features|app)\//.test(target),
  },
  {
    rule: 'a module imports another only through its index.ts',
    from: /^apps\/server\/src\//,
    forbids: (target, from) => {
      const module = moduleOf(target)
      return (
        module !== undefined &&
        module !== moduleOf(from) &&
        !isTest.test(from) &&
        !target.endsWith(`/${module}/index.ts`)
      )
    },
  },
  {
    rule: 'platform imports no module',
    from: /^apps\/server\/src\/platform\//,
    forbids: (target, from) =>
      !isTest.test(from) &&
      target.startsWith('apps/server/src/') &&
      !target.startsWith('apps/server/src/platform/'),
  },
  {
    rule: 'routes never import a repo',
    from: /^apps\/server\/src\/modules\/.*\.routes\.ts$/,
    forbids: (target) => target.endsWith('.repo.ts'),
  },
  {
    rule: 'only *.repo.ts touches SQL',
    from: /^apps\/server\/src\/modules\/(?!.*(\.repo|\.test)\.ts$)/,
    forbids: (target, _from, { typeOnly }) => !typeOnly && /^(kysely|pg|pg-copy-streams)$/.test(target),
  },
  {
    rule: 'contract imports zod alone',
    from: /^packages\/contract\/(?!.*\.test\.ts$)/,
    forbids: (target) => target !== 'zod' && !target.startsWith('packages/contract/'),
  },
  {
    rule: 'packages/cwmp does no I/O',
    from: /^packages\/cwmp\/(?!.*\.test\.ts$)/,
    forbids: (target) =>
      !target.startsWith('packages/cwmp/') &&
      // Plain data, without a library.
      !/^packages\/contract\/src\/metric-(?:batch|catalogue)\b/.test(target) &&
      !/^(saxes|node:(buffer|crypto|util))$/.test(target),
  },
  {
    rule: 'packages/collector knows no database',
    from: /^packages\/(?:collector|snmp-profiles)\//,
    forbids: (target) => /^(?:kysely|pg|graphile-worker)$/.test(target),
  },
  {
    rule: 'what ships imports nothing of the test kit, but for the demo',
    from: /^apps\/(server|web|probe)\/src\/(?!demo)/,
    forbids: (target, from) =>
      !isTest.test(from) && (target.startsWith('packages/testkit/') || target === 'vitest'),
  },
]

const statement =
  /['"`]\s*(select\s|insert\s+into\s|update\s+[\w.]+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\()/gi
const sqlRule = 'only *.repo.ts touches SQL'

/** Imports and SQL that go against the directions in which the parts may know each other. */
export function findViolations(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) => [...importViolations(file), ...sqlViolations(file)])
}

function importViolations(file: SourceFile): Violation[] {
  const applying = rules.filter(({ from }) => from.test(file.path))
  if (applying.length === 0) return []
  return importsOf(file.text).flatMap((imported) => {
    const target = targetOf(imported.specifier, file.path)
    return applying
      .filter((rule) => rule.forbids(target, file.path, imported))
      .map(({ rule }) => ({ path: file.path, line: imported.line, rule, target: imported.specifier }))
  })
}

function sqlViolations({ path: file, text }: SourceFile): Violation[] {
  if (!file.startsWith('apps/server/src/modules/') || /(\.repo|\.test)\.ts$/.test(file)) return []
  const code = withoutComments(text)
  return [...code.matchAll(statement)].map((match) => ({
    path: file,
    line: code.slice(0, match.index).split('\n').length,
    rule: sqlRule,
    target: match[0].slice(1).trim(),
  }))
}

/** Where an import leads: a path from the root for our own code. */
export function targetOf(specifier: string, from: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier)
  const [, name, part] = /^@netward\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? []
  if (name === undefined) return specifier
  const home = ['server', 'web', 'probe'].includes(name) ? 'apps' : 'packages'
  return `${home}/${name}/src/${part ?? 'index'}.ts`
}
