import { Alert, Button, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Facts } from '../../ui/detail-page.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { PermissionList } from './permission-tree.tsx'
import { affiliationTones, type Role } from './role.ts'

interface Props {
  role: string
  open: boolean
  onClose: () => void
  onMembers: (role: Role) => void
}

/** One role, read-only: its permissions and its origin. */
export function RoleViewDrawer({ role, open, onClose, onMembers }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useApi('GET /api/v1/auth/role/:role', { role }, { enabled: open })
  return (
    <Drawer title={t('roles.viewTitle')} open={open} onClose={onClose} size={560}>
      {data !== undefined ? (
        <Detail role={data} onMembers={onMembers} />
      ) : error === null ? (
        <LoadingState />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Drawer>
  )
}

function Detail({ role, onMembers }: { role: Role; onMembers: Props['onMembers'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { affiliation, publishedBy, publication } = role
  return (
    <div className="role-view">
      <div className="role-head">
        <h2>{role.name}</h2>
        <StatusTag tone={affiliationTones[affiliation]}>{t(`roles.affiliations.${affiliation}`)}</StatusTag>
        {role.isDefault && <StatusTag tone="busy">{t('roles.isDefault')}</StatusTag>}
      </div>
      {role.description !== '' && <p>{role.description}</p>}
      {affiliation === 'builtIn' && <Alert type="info" title={t('roles.builtInHint')} />}
      {affiliation === 'following' && (
        <Alert type="info" title={t('roles.followingHint', { company: publishedBy ?? '' })} />
      )}
      <Facts
        facts={[
          {
            label: t('roles.dataScope'),
            value:
              role.dataScope === 'outlets'
                ? role.outletList.map(({ name }) => name).join(t('roles.listComma'))
                : t(`roles.scopes.${role.dataScope}`),
          },
          {
            label: t('roles.members'),
            value: (
              <Button type="link" size="small" className="role-plain" onClick={() => onMembers(role)}>
                {format.number(role.members)}
                {role.membersCapped && '+'}
              </Button>
            ),
          },
          ...(publishedBy === null
            ? []
            : [{ label: t('roles.affiliation'), value: t('roles.publishedBy', { company: publishedBy }) }]),
          ...(publication === null
            ? []
            : [
                {
                  label: t('roles.publication'),
                  value: publication.toAll
                    ? t('roles.toAll')
                    : role.companies.map(({ name }) => name).join(t('roles.listComma')),
                },
              ]),
          ...(role.updatedAt === null
            ? []
            : [{ label: t('roles.updatedAt'), value: format.dateTime(role.updatedAt) }]),
        ]}
      />
      <PermissionList codes={role.codes} />
    </div>
  )
}
