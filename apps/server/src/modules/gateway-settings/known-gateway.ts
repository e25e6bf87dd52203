import type { SettingSection } from '@netward/contract/gateway-setting-values'
import { branchesOf, type DataModelRoot, GatewayTree, withNeeded } from '@netward/cwmp'
import type { RequestContext } from '../../platform/http/context.ts'
import { settingRepo } from './setting.repo.ts'

export interface KnownGateway {
  root: DataModelRoot
  tree: GatewayTree
  /** State after the pending restart, where one is needed. */
  later: { paths: ReadonlySet<string>; tree: GatewayTree } | null
  namesRead: boolean
}

/** The gateway's stored state for these sections; null before its first Inform. */
export async function knownGateway(
  ctx: Pick<RequestContext, 'db'>,
  deviceId: string,
  sections: readonly SettingSection[],
): Promise<KnownGateway | null> {
  const root = await settingRepo.findRoot(ctx, deviceId)
  if (root === null) return null
  const branches = branchesOf(root, withNeeded(sections))
  const parameters = await settingRepo.findParameters(ctx, deviceId, branches)
  const namesRead = await settingRepo.findNamesRead(ctx, deviceId, root)
  return { root, tree: new GatewayTree(root, parameters), later: laterOf(root, parameters), namesRead }
}

function laterOf(
  root: DataModelRoot,
  parameters: Awaited<ReturnType<typeof settingRepo.findParameters>>,
): KnownGateway['later'] {
  const paths = new Set([...parameters].filter(([, { later }]) => later !== null).map(([path]) => path))
  if (paths.size === 0) return null
  const applied = [...parameters].map(
    ([path, { later, ...known }]) => [path, { ...known, value: later ?? known.value }] as const,
  )
  return { paths, tree: new GatewayTree(root, new Map(applied)) }
}
