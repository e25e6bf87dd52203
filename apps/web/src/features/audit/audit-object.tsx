import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { type AuditEntry, isRecord } from './audit-entry.ts'
import { useAuditWords } from './audit-words.ts'

/** Where an object of a kind is shown, and the permission for it: its own page, or its list. */
const pages: Readonly<Record<string, { code: string; path: (id: string) => string } | undefined>> = {
  device: { code: 'DMS_SERVER_DEVICE_VIEW', path: paths.smartCpe },
  outlet: { code: 'DMS_SERVER_OUTLET_VIEW', path: paths.outlet },
  company: { code: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT', path: paths.tenant },
  member: { code: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT', path: () => paths.organisationStructure },
  person: { code: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT', path: () => paths.organisationStructure },
  department: { code: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT', path: () => paths.organisationStructure },
  role: { code: 'DMS_SERVER_AUTH_MANAGE_ROLE', path: () => paths.roles },
  registration: {
    code: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_REGISTRATION',
    path: () => paths.registrations,
  },
  pre_registration: { code: 'DMS_SERVER_DEVICE_PRE_REGISTER', path: () => paths.preRegistration },
}

const nameKeys = ['name', 'displayName', 'companyName', 'userName'] as const

/** The object of an action: its name if the entry has one, with a link if there is a page. */
export function AuditObject({ entry }: { entry: AuditEntry }) {
  const words = useAuditWords()
  const session = useSession()
  const { subjectKind, subjectId, detail, actorName } = entry
  if (subjectKind === null) return '—'
  // A user is the subject of actions on their own account.
  const own = subjectKind === 'person' ? actorName : null
  const named = [detail, detail['after'], detail['before']]
    .flatMap((part) => nameKeys.map((key) => (isRecord(part) ? part[key] : undefined)))
    .find((value) => typeof value === 'string')
  const text = [words.kind(subjectKind), entry.subjectName ?? named ?? own ?? subjectId]
    .filter((part) => part !== null)
    .join(' ')
  const page = pages[subjectKind]
  // A company is not its own tenant.
  const ownCompany = subjectKind === 'company' && subjectId === session?.user.companyId
  if (page === undefined || subjectId === null || ownCompany || session?.permissions.has(page.code) !== true)
    return text
  return <RowLink to={page.path(subjectId)}>{text}</RowLink>
}
