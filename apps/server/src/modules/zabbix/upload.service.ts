import type { OutputOf, zabbixApi } from '@netward/contract'
import type { ZabbixFinding } from '@netward/contract/zabbix-values'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { refusedFile } from '../../platform/http/upload.ts'
import { mayMeasure } from '../../platform/outgoing.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { credentialNames, equalCredential, sealSecret } from '../snmp/index.ts'
import type { ReadCredential } from './read/credential.ts'
import { type ReadExport, RefusedExport } from './read/export.ts'
import type { ReadHost } from './read/host.ts'
import { readInThread } from './read/in-thread.ts'
import { mayMake, requireWholeCompany } from './whole-company.ts'
import { type NewCredential, type NewGroup, type NewHost, zabbixRepo } from './zabbix.repo.ts'

export interface ZabbixDeps {
  readonly secrets: Secrets
  /** Where devices may be reached: NETWARD_DEVICE_RANGES. */
  readonly deviceRanges: readonly string[]
}

/** More is no estate but an attack: each is a row on the screen. */
const most = { groups: 2000, credentials: 1000 }

/** Reads the file between two transactions, and keeps what it holds: secrets sealed, the file itself not at all. */
export async function uploadZabbix(
  ctx: SeveralTransactions,
  file: UploadedFile | null,
  deps: ZabbixDeps,
): Promise<OutputOf<typeof zabbixApi.uploadZabbix>> {
  await ctx.inTransaction(null, async (inside) => requireWholeCompany(inside))
  if (file === null) throw new AppError('request.invalid')
  const read = await readInThread(file.content).catch((error: unknown) => {
    throw error instanceof RefusedExport ? refusedFile(ctx, error.code, { ...error.params }) : error
  })
  const fileName = file.filename.slice(0, 200)
  return ctx.inTransaction(null, (inside) => keep(inside, fileName, read, deps))
}

async function keep(
  ctx: RequestContext,
  fileName: string,
  { version, hosts }: ReadExport,
  deps: ZabbixDeps,
): Promise<{ importId: string }> {
  requireWholeCompany(ctx)
  const groups = await groupsOf(ctx, hosts)
  const credentials = await credentialsOf(ctx, hosts, deps.secrets)
  if (groups.size > most.groups || credentials.length > most.credentials)
    throw refusedFile(ctx, 'zabbix.too_complex')
  const companyCode = await zabbixRepo.companyCode(ctx)
  const numbers = new Map(credentials.map(({ key, row }) => [key, row.n]))
  const importId = await zabbixRepo.insert(
    ctx,
    { fileName, version },
    {
      groups: [...groups.values()],
      credentials: credentials.map(({ row }) => row),
      hosts: hosts.map(({ groups: names, credential, problems, warnings, ...host }, index): NewHost => {
        const reached = reachOf(host, { ranges: deps.deviceRanges, companyCode })
        const all = [...problems, ...reached.problems]
        return {
          ...host,
          address: host.address === null ? null : ipaddr.process(host.address).toString(),
          n: index + 1,
          groups: names.map((name) => groups.get(name)!.n),
          credential: credential === null ? null : numbers.get(keyOf(credential))!,
          findings: [...all, ...reached.warnings, ...warnings],
          refused: all.length > 0,
        }
      }),
    },
  )
  await ctx.audit({
    action: 'zabbix.import_prepared',
    subjectKind: 'zabbix_import',
    subjectId: importId,
    detail: { name: fileName, version, hosts: hosts.length },
  })
  return { importId }
}

const localKinds = new Set(['loopback', 'linkLocal', 'multicast', 'broadcast', 'unspecified'])

/** Whether this installation may measure a host: one that it may not is added all the same, unless it is nobody's. */
function reachOf(
  { address }: Pick<ReadHost, 'address'>,
  destination: { ranges: readonly string[]; companyCode: string },
): { problems: ZabbixFinding[]; warnings: ZabbixFinding[] } {
  if (address === null || mayMeasure(address, destination)) return { problems: [], warnings: [] }
  const isLocal = localKinds.has(ipaddr.process(address).range())
  const finding = (code: ZabbixFinding['code']) => [{ code, field: 'interfaces.ip', value: address }]
  return isLocal
    ? { problems: finding('address_local'), warnings: [] }
    : { problems: [], warnings: finding('not_allowed') }
}

/** Groups in the order of the file, those with a known place first. */
async function groupsOf(
  ctx: RequestContext,
  hosts: readonly ReadHost[],
): Promise<ReadonlyMap<string, NewGroup>> {
  const counts = new Map<string, number>()
  for (const { groups } of hosts) for (const name of groups) counts.set(name, (counts.get(name) ?? 0) + 1)
  const outlets = Map.groupBy(await zabbixRepo.outlets(ctx), ({ name }) => name.toLowerCase())
  const existing = new Set([...outlets.values()].flat().map(({ id }) => id))
  const before = await zabbixRepo.choices(ctx)
  const named = (name: string) => {
    const found = outlets.get(name.toLowerCase()) ?? []
    return found.length === 1 ? found[0]!.id : null
  }
  const groups = [...counts].map(([name, count], index) => {
    // A nested group is called `Shops/Hongqiao`.
    const last = name.split('/').at(-1)!.trim() || name
    const remembered = before.get(name)
    const outletId =
      remembered === undefined
        ? (named(name) ?? named(last))
        : remembered !== null && existing.has(remembered)
          ? remembered
          : null
    return { n: index + 1, name, hosts: count, outletId, newName: last.slice(0, 100).toWellFormed().trim() }
  })
  return new Map(
    groups
      .toSorted((a, b) => Number(a.outletId === null) - Number(b.outletId === null) || a.n - b.n)
      .map((group, index) => [
        group.name,
        { ...group, position: index + 1, target: group.outletId === null ? 'none' : 'outlet' },
      ]),
  )
}

const keyOf = ({
  version,
  userName,
  auth,
  privacy,
  context,
  secrets,
  missing,
  macros,
  problems,
}: ReadCredential) =>
  JSON.stringify([
    [version, userName, auth, privacy, context],
    [secrets.community, secrets.authPassphrase, secrets.privacyPassphrase],
    [missing, macros, problems],
  ])

/** Equal credentials are one set. Its secrets are kept only for people who may manage credentials. */
async function credentialsOf(
  ctx: RequestContext,
  hosts: readonly ReadHost[],
  secrets: Secrets,
): Promise<{ key: string; row: NewCredential }[]> {
  const found = new Map<string, { credential: ReadCredential; hosts: number }>()
  for (const { credential } of hosts) {
    if (credential === null) continue
    const key = keyOf(credential)
    const before = found.get(key)
    if (before === undefined) found.set(key, { credential, hosts: 1 })
    else before.hosts += 1
  }
  if (found.size > most.credentials) throw refusedFile(ctx, 'zabbix.too_complex')
  const { credentials: mayManage } = await mayMake(ctx)
  const taken = new Set((await credentialNames(ctx)).map(({ name }) => name.toLowerCase()))
  const rows: { key: string; row: NewCredential }[] = []
  for (const [key, { credential, hosts: count }] of found) {
    const { secrets: secret, ...values } = credential
    const kept = mayManage ? secret : {}
    const missing = mayManage
      ? credential.missing
      : [...credential.missing, ...(Object.keys(secret) as (keyof typeof secret)[])]
    const isWhole = missing.length === 0 && credential.problems.length === 0
    const equal = isWhole && mayManage ? await equalCredential(ctx, values, secret, secrets) : null
    rows.push({
      key,
      row: {
        n: rows.length + 1,
        name: equal === null ? freeName(credential, taken) : nameOf(credential),
        version: values.version,
        userName: values.userName,
        auth: values.auth,
        privacy: values.privacy,
        context: values.context,
        hosts: count,
        action: equal !== null ? 'existing' : isWhole && mayManage ? 'create' : 'none',
        credentialId: equal,
        missing: [...new Set(missing)],
        macros: [...new Set(values.macros)],
        problems: [...values.problems],
        sealed: sealSecret(secrets, ctx.scope.companyId, kept),
      },
    })
  }
  return rows
}

/** Says what the set is, never its secrets: by its macro, its user or its version. */
const nameOf = ({ version, userName, macros }: ReadCredential): string =>
  `Zabbix ${macros[0] ?? (userName === '' ? version : `${version} ${userName}`)}`.slice(0, 90)

function freeName(credential: ReadCredential, taken: Set<string>): string {
  const base = nameOf(credential)
  let name = base
  for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${base} ${n}`
  taken.add(name.toLowerCase())
  return name
}
