import { Form, Input, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ChoiceField } from './choice-field.tsx'
import { afterChange, type Group } from './grant.ts'

interface Values {
  name: string
  add: string[]
}

const pageSize = 20

/** A group's name and tenants: additions and removals are saved together. */
export function GroupDrawer({
  group,
  open,
  onClose,
}: {
  group: Group | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const create = useAct('POST /api/v1/auth/tenant-group', { refresh: afterChange, errors: 'caller' })
  const edit = useAct('PUT /api/v1/auth/tenant-group/:groupId', { refresh: afterChange, errors: 'caller' })
  return (
    <FormDrawer<Values>
      title={group === null ? t('acting.groups.create') : t('acting.groups.editTitle', { name: group.name })}
      open={open}
      onClose={() => {
        setRemoved(new Set())
        onClose()
      }}
      initialValues={{ name: group?.name ?? '', add: [] }}
      onSubmit={({ name, add }) =>
        group === null
          ? create.mutateAsync({ name, add })
          : edit.mutateAsync({ groupId: group.id, name, add, remove: [...removed] })
      }
    >
      <p>{t('acting.groups.hint')}</p>
      <Form.Item
        name="name"
        label={t('acting.groups.name')}
        rules={[
          { required: true, whitespace: true, message: t('acting.groups.nameEmpty') },
          { max: 100, message: t('validation.tooLong', { max: 100 }) },
        ]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="add" label={t('acting.groups.add')}>
        <ChoiceField of="tenants" many />
      </Form.Item>
      {group !== null && open && (
        <Tenants
          groupId={group.id}
          removed={removed}
          onToggle={(id) => {
            const next = new Set(removed)
            if (!next.delete(id)) next.add(id)
            setRemoved(next)
          }}
        />
      )}
    </FormDrawer>
  )
}

function Tenants({
  groupId,
  removed,
  onToggle,
}: {
  groupId: string
  removed: ReadonlySet<string>
  onToggle: (id: string) => void
}) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data } = useApi(
    'POST /api/v1/auth/tenant-group/:groupId/tenant/lists',
    { groupId, page, pageSize },
    { keepPrevious: true },
  )
  if (data === undefined || data.total === 0) return null
  return (
    <section className="group-tenants" aria-label={t('acting.groups.tenants')}>
      <h3>{t('acting.groups.has', { count: data.total })}</h3>
      <ul>
        {data.items.map(({ id, name }) => (
          <li key={id} className={removed.has(id) ? 'group-tenant-out' : ''}>
            <span>{name}</span>
            <button
              type="button"
              aria-label={`${t(removed.has(id) ? 'acting.groups.keep' : 'acting.groups.remove')} ${name}`}
              onClick={() => onToggle(id)}
            >
              {t(removed.has(id) ? 'acting.groups.keep' : 'acting.groups.remove')}
            </button>
          </li>
        ))}
      </ul>
      {data.total > pageSize && (
        <Pagination
          size="small"
          current={page}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </section>
  )
}
