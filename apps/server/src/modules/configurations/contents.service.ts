import type { configurationApi, InputOf, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { ownedDevice } from '../devices/index.ts'
import { type ComparedLine, compareLines } from './compare-lines.ts'
import { configurationRepo } from './configuration.repo.ts'
import { maskSecrets } from './mask-secrets.ts'
import { openContent } from './sealed-content.ts'
import { versionRepo, type VersionRow } from './version.repo.ts'

type OneVersion = InputOf<typeof configurationApi.readConfiguration>
type Content = OutputOf<typeof configurationApi.readConfiguration>

const around = 3
const mostLines = 10_000

/** It may hold passwords, masked or not: the company's audit log records who read it. */
export function readConfiguration(
  ctx: SeveralTransactions,
  { deviceId, versionId }: OneVersion,
  secrets: Secrets,
): Promise<Content> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const { version, lines } = await opened(inside, deviceId, versionId, secrets)
    const { lines: shown, masked } = maskSecrets(lines)
    await note(inside, 'configuration.read', deviceId, { firstAt: version.firstAt })
    return { ...version, content: shown.join('\n'), masked }
  })
}

export function revealConfiguration(
  ctx: SeveralTransactions,
  { deviceId, versionId }: OneVersion,
  secrets: Secrets,
): Promise<Content> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const { version, lines } = await opened(inside, deviceId, versionId, secrets)
    await note(inside, 'configuration.revealed', deviceId, { firstAt: version.firstAt })
    return { ...version, content: lines.join('\n'), masked: 0 }
  })
}

/** Compared before it is masked: a changed password shows as a changed line. */
export async function compareConfigurations(
  ctx: SeveralTransactions,
  { deviceId, from, to }: InputOf<typeof configurationApi.compareConfigurations>,
  secrets: Secrets,
): Promise<OutputOf<typeof configurationApi.compareConfigurations>> {
  const [before, after] = await inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const old = await opened(inside, deviceId, from, secrets)
    const young = await opened(inside, deviceId, to, secrets)
    await note(inside, 'configuration.compared', deviceId, {
      before: { firstAt: old.version.firstAt },
      after: { firstAt: young.version.firstAt },
    })
    return [old, young] as const
  })
  const compared = compareLines(before.lines, after.lines)
  const shownBefore = maskSecrets(before.lines).lines
  const shownAfter = maskSecrets(after.lines).lines
  const near = nearChanges(compared)
  return {
    from: before.version,
    to: after.version,
    added: compared.filter(({ change }) => change === 'added').length,
    removed: compared.filter(({ change }) => change === 'removed').length,
    lines: near.slice(0, mostLines).map(({ change, before: old, after: young }) => ({
      change,
      before: old === null ? null : old + 1,
      after: young === null ? null : young + 1,
      text: (young === null ? shownBefore[old!] : shownAfter[young]) ?? '',
    })),
    truncated: near.length > mostLines,
  }
}

function nearChanges(lines: readonly ComparedLine[]): ComparedLine[] {
  const near = new Uint8Array(lines.length)
  lines.forEach(({ change }, at) => {
    if (change !== 'same') near.fill(1, Math.max(0, at - around), at + around + 1)
  })
  return lines.filter((_, at) => near[at] === 1)
}

async function opened(
  ctx: RequestContext,
  deviceId: string,
  versionId: string,
  secrets: Secrets,
): Promise<{ version: VersionRow; lines: string[] }> {
  const found = await versionRepo.find(ctx, deviceId, versionId)
  if (found === undefined) throw new AppError('configuration.version_not_found')
  const { content, digest, ...version } = found
  return { version, lines: openContent(secrets, deviceId, digest, content) }
}

async function note(
  ctx: RequestContext,
  action: 'configuration.read' | 'configuration.revealed' | 'configuration.compared',
  deviceId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const name = (await configurationRepo.find(ctx, deviceId))?.deviceName ?? ''
  await ctx.audit({ action, subjectKind: 'device', subjectId: deviceId, detail: { name, ...detail } })
}
