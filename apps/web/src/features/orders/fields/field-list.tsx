import { ArrowDownOutlined, ArrowUpOutlined, PlusOutlined } from '@ant-design/icons'
import { orderTypes, type OrderType } from '@netward/contract/work-order-values'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../lib/permissions.ts'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { EmptyState, ErrorState, LoadingState, NoPermissionState } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { fieldList, type OrderField, useLabelOf } from './custom-field.ts'
import { FieldDrawer } from './field-drawer.tsx'
import '../../../ui/list-page.css'
import '../../../ui/plain-table.css'
import '../orders.css'

export function OrderFieldList() {
  return useMay('DMS_SERVER_WORK_ORDER_SETUP') ? <List /> : <NoPermissionState />
}

/** What the company asks for with each type of orders. */
function List() {
  const { t } = useTranslation()
  const [type, setType] = useState<OrderType>('fault')
  const [editing, setEditing] = useState<OrderField | 'new' | null>(null)
  const read = useApi(fieldList, {})
  const own = (read.data ?? []).filter((field) => field.type === type)
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
      {t('orderForms.add')}
    </Button>
  )
  return (
    <section className="list-page">
      <header className="list-head">
        <h1>{t('shell.titles.orderFields')}</h1>
        <div className="list-actions">{add}</div>
      </header>
      <p className="quiet">{t('orderForms.fieldsHint')}</p>
      <div className="list-card order-fields">
        <Segmented<OrderType>
          aria-label={t('orderForms.type')}
          value={type}
          onChange={setType}
          options={orderTypes.map((value) => ({ value, label: t(`orders.types.${value}`) }))}
        />
        {read.error !== null && read.data === undefined ? (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        ) : read.data === undefined ? (
          <LoadingState rows={4} />
        ) : own.length === 0 ? (
          <EmptyState title={t('orderForms.none')} hint={t('orderForms.noneHint')} action={add} />
        ) : (
          <Table fields={own} onEdit={setEditing} />
        )}
      </div>
      <FieldDrawer
        field={editing === 'new' ? null : editing}
        type={type}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </section>
  )
}

function Table({ fields, onEdit }: { fields: readonly OrderField[]; onEdit: (field: OrderField) => void }) {
  const { t } = useTranslation()
  const labelOf = useLabelOf()
  return (
    <div className="plain-table-frame">
      <table className="plain-table">
        <thead>
          <tr>
            <th>{t('orderForms.label')}</th>
            <th>{t('orderForms.kind')}</th>
            <th>{t('orderForms.required')}</th>
            <th>{t('common.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, index) => {
            const next = fields[index + 1]
            return (
              <tr key={field.id}>
                <td>
                  {labelOf(field)}{' '}
                  {field.archived && <StatusTag tone="off">{t('orderForms.archived')}</StatusTag>}
                  {field.kind === 'choice' && (
                    <p className="quiet">
                      {field.options
                        .flatMap((option) => (option.archived ? [] : [labelOf(option)]))
                        .join(', ')}
                    </p>
                  )}
                </td>
                <td>{t(`orderForms.kinds.${field.kind}`)}</td>
                <td>{t(field.required ? 'orderForms.required' : 'orderForms.optional')}</td>
                <td>
                  <Acts
                    field={field}
                    isFirst={index === 0}
                    isLast={next === undefined || next.archived}
                    onEdit={() => onEdit(field)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Acts(props: { field: OrderField; isFirst: boolean; isLast: boolean; onEdit: () => void }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const name = useLabelOf()(props.field)
  const move = useAct('POST /api/v1/work/field/:fieldId/move', { refresh: [fieldList] })
  const archive = useAct('POST /api/v1/work/field/:fieldId/archive', { refresh: [fieldList] })
  const { id: fieldId, archived } = props.field
  const put = () => archive.mutateAsync({ fieldId, archived: !archived })
  const act = t(archived ? 'orderForms.restore' : 'orderForms.archive')
  return (
    <>
      {!archived &&
        (['up', 'down'] as const).map((to) => (
          <Button
            key={to}
            type="text"
            size="small"
            icon={to === 'up' ? <ArrowUpOutlined /> : <ArrowDownOutlined />}
            disabled={to === 'up' ? props.isFirst : props.isLast}
            aria-label={`${t(`orderForms.${to}`)} ${name}`}
            onClick={() => move.mutate({ fieldId, to })}
          />
        ))}
      <Button type="link" size="small" aria-label={`${t('orderForms.edit')} ${name}`} onClick={props.onEdit}>
        {t('orderForms.edit')}
      </Button>
      <Button
        type="link"
        size="small"
        danger={!archived}
        aria-label={`${act} ${name}`}
        onClick={() =>
          void (archived
            ? put().catch(() => undefined)
            : confirm({
                title: t('orderForms.archiveTitle', { name }),
                text: t('orderForms.archiveText'),
                action: act,
                act: put,
              }))
        }
      >
        {act}
      </Button>
    </>
  )
}
