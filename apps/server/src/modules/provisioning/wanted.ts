import { type Declaration, type Resolved, resolveTemplates } from '@netward/cwmp'
import type { RequestContext } from '../../platform/http/context.ts'
import type { ComparedVersion } from './compare-gateways.ts'
import { type Candidate, configurationRepo, type OtherTemplate } from './configuration.repo.ts'
import { type Together, together } from './other-templates.ts'
import { settingBranches, wholeDeclaration } from './whole-declaration.ts'

/** What a version declares for one gateway, alone and merged with its other templates. */
export interface Wanted {
  device: Candidate
  declaration: Declaration
  /** Unread paths that show whether the gateway supports the named settings. */
  unread: string[]
  together: Together
}

/** Gateway trees in memory at once. */
const portion = 50

export async function wantedOf(
  { db }: Pick<RequestContext, 'db'>,
  devices: readonly Candidate[],
  version: ComparedVersion,
  others: ReadonlyMap<string, OtherTemplate[]>,
): Promise<Wanted[]> {
  const asked = devices.map((device) => {
    const beside = others.get(device.id) ?? []
    const own = resolved([version], device)
    return { device, beside, own, whole: beside.length === 0 ? own : resolved([version, ...beside], device) }
  })
  const settings = asked.flatMap(({ whole }) => whole.settings)
  const branches = settingBranches(settings)
  const wanted: Wanted[] = []
  for (let at = 0; at < asked.length; at += portion) {
    const some = asked.slice(at, at + portion)
    const trees =
      branches.length === 0
        ? new Map<string, never>()
        : await configurationRepo.trees(
            { db },
            some.map(({ device }) => device),
            branches,
          )
    for (const { device, beside, own, whole } of some) {
      const tree = trees.get(device.id)
      const reported = wholeDeclaration(own, tree)
      const { declaration, unread } = reported
      const all = whole === own ? reported : wholeDeclaration(whole, tree)
      wanted.push({ device, declaration, unread, together: together([version, ...beside], all) })
    }
  }
  return wanted
}

const resolved = (
  templates: readonly Pick<OtherTemplate, 'id' | 'content'>[],
  { root, variables }: Candidate,
): Resolved =>
  resolveTemplates(
    templates.map(({ id, content }) => ({ name: id, content })),
    { root: root ?? 'Device.', variables, secret: () => '' },
  )
