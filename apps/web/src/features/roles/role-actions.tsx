import { Button, Dropdown, type MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { menuLabel } from '../../ui/menu-item.tsx'
import { afterChange, type RoleRow } from './role.ts'
import type { Written } from './role-drawer.tsx'

interface Props {
  row: RoleRow
  onWrite: (how: Written['how'], row: RoleRow) => void
  onPublish: () => void
  onDelete: () => void
}

/** Actions on a role. Only those that its affiliation allows are offered. */
export function RoleActions({ row, onWrite, onPublish, onDelete }: Props) {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_AUTH_MANAGE_ROLE_EDIT')
  const mayPublish = useMay('DMS_SERVER_AUTH_MANAGE_ROLE_PUBLISH')
  const ends = useEnds(row)
  const own = row.affiliation === 'own' || row.affiliation === 'detached'
  // Editing a published role publishes it again.
  const locked = row.publication !== null && !mayPublish
  const items: NonNullable<MenuProps['items']> = [
    ...(mayEdit ? [{ key: 'copy', label: t('roles.copy'), onClick: () => onWrite('copy', row) }] : []),
    ...(mayPublish && own
      ? [
          {
            key: 'publish',
            label: menuLabel(
              t('roles.publish'),
              row.dataScope === 'outlets' ? t('roles.publishOutlets') : null,
            ),
            disabled: row.dataScope === 'outlets',
            onClick: onPublish,
          },
        ]
      : []),
    ...(mayPublish && row.publication !== null
      ? [{ key: 'unpublish', label: t('roles.unpublish'), onClick: ends.unpublish }]
      : []),
    ...(mayEdit && row.affiliation === 'following'
      ? [{ key: 'detach', label: t('roles.detach'), onClick: ends.detach }]
      : []),
    ...(mayEdit && own
      ? [
          {
            key: 'delete',
            label: menuLabel(t('roles.delete'), row.publication === null ? null : t('roles.deletePublished')),
            danger: true,
            disabled: row.publication !== null,
            onClick: onDelete,
          },
        ]
      : []),
  ]
  if (items.length === 0) return null
  return (
    <span className="role-actions">
      {mayEdit && own && (
        <Button
          type="link"
          size="small"
          aria-label={`${t('roles.edit')} ${row.name}`}
          disabled={locked}
          {...(locked && { title: t('roles.publishedLocked') })}
          onClick={() => onWrite('edit', row)}
        >
          {t('roles.edit')}
        </Button>
      )}
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button type="link" size="small" aria-label={t('roles.moreOf', { name: row.name })}>
          {t('roles.more')}
        </Button>
      </Dropdown>
    </span>
  )
}

/** Ways to end a link, each explained and confirmed. */
function useEnds(row: RoleRow): { unpublish: () => void; detach: () => void } {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const unpublish = useAct('DELETE /api/v1/auth/role/:roleId/publication', { refresh: afterChange })
  const detach = useAct('POST /api/v1/auth/role/:roleId/detach', { refresh: afterChange })
  const roleId = row.role
  return {
    unpublish: () =>
      void confirm({
        title: t('roles.unpublishTitle', { name: row.name }),
        text: t('roles.unpublishText'),
        action: t('roles.unpublish'),
        act: async () => {
          await unpublish.mutateAsync({ roleId })
          notify.success(t('roles.unpublished'))
        },
      }),
    detach: () =>
      void confirm({
        title: t('roles.detachTitle', { name: row.name }),
        text: t('roles.detachText', { company: row.publishedBy ?? '' }),
        action: t('roles.detach'),
        act: async () => {
          await detach.mutateAsync({ roleId })
          notify.success(t('roles.detached'))
        },
      }),
  }
}
