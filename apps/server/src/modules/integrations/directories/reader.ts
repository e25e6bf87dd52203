import type { SignOnKind } from '@netward/contract/sign-on-values'
import type { Secrets } from '../../../platform/secrets.ts'
import { openChannelSecrets, type StoredSettings } from '../channel-settings.ts'
import type { OpenSignOnChannel } from '../vendors/channel-vendor.ts'
import type { DingtalkSettings } from '../vendors/dingtalk.ts'
import type { EntraSettings } from '../vendors/entra.ts'
import { graphBaseOf } from '../vendors/graph.ts'
import type { FeishuSettings } from '../vendors/feishu.ts'
import type { LdapSettings } from '../vendors/ldap.ts'
import type { VendorSurroundings } from '../vendors/vendor.ts'
import type { WecomSettings } from '../vendors/wecom.ts'
import type { DirectoryReader } from './directory.ts'
import { dingtalkReader } from './dingtalk.ts'
import { entraReader } from './entra.ts'
import { feishuReader } from './feishu.ts'
import { ldapReader } from './ldap.ts'
import { wecomReader } from './wecom.ts'

/** Of one call; a reading takes many. */
const timeoutMilliseconds = 30_000

export interface DirectoryChannel {
  readonly companyId: string
  readonly companyCode: string
  readonly isPlatform: boolean
  readonly kind: SignOnKind
  readonly settings: StoredSettings
  readonly sealed: Buffer
}

/** Opens the settings of a channel, and what reads its directory; null: it has none. */
export function directoryReaderOf(
  { secrets, outgoingRanges }: { readonly secrets: Secrets; readonly outgoingRanges: readonly string[] },
  { companyId, companyCode, isPlatform, kind, settings, sealed }: DirectoryChannel,
): DirectoryReader | null {
  return readerOf(
    { kind, settings, secrets: openChannelSecrets(secrets, companyId, sealed) },
    { caller: { ranges: outgoingRanges, companyCode, isPlatform }, timeoutMilliseconds },
  )
}

/** What reads the directory of an open channel; null: it has none. */
export function readerOf(
  { kind, settings, secrets }: OpenSignOnChannel,
  surroundings: VendorSurroundings,
): DirectoryReader | null {
  const secret = secrets['secret'] ?? ''
  const given: unknown = settings
  switch (kind) {
    case 1:
      return wecomReader(
        given as WecomSettings,
        { secret, contactSecret: secrets['contactSecret'] ?? null },
        surroundings,
      )
    case 2:
      return dingtalkReader(given as DingtalkSettings, secret, surroundings)
    case 3: {
      const entra = given as EntraSettings
      return graphBaseOf(entra) === '' ? null : entraReader(entra, secret, surroundings)
    }
    case 8:
      return feishuReader(given as FeishuSettings, secret, surroundings)
    case 9:
      return ldapReader(given as LdapSettings, secret, surroundings)
    default:
      return null
  }
}
