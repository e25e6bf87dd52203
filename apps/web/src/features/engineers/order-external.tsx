import { isEnded, type OrderState } from '@netward/contract/states/work-order'
import { Button, Form, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { externalList, orderExternalRead } from './engineer.ts'

const afterSet = [orderExternalRead, 'GET /api/v1/work/order/:orderId'] as const

/** The engineer of a partner company who works on an order; its assignee acts for them here. */
export function OrderExternal({ orderId, state }: { orderId: string; state: OrderState }) {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_WORK_ORDER_EDIT') && !isEnded(state)
  const external = useApi(orderExternalRead, { orderId }).data
  const [open, setOpen] = useState(false)
  useLiveReads(orderExternalRead, ['work_order.changed'])
  if (external === undefined || (external === null && !mayEdit)) return null
  return (
    <Panel
      title={t('engineers.external')}
      actions={
        mayEdit && (
          <Button size="small" onClick={() => setOpen(true)}>
            {t(external === null ? 'engineers.externalAssign' : 'engineers.externalChange')}
          </Button>
        )
      }
    >
      {external === null ? (
        <span className="quiet">{t('engineers.externalHint')}</span>
      ) : (
        <External orderId={orderId} external={external} mayEdit={mayEdit} />
      )}
      <ChooseDrawer orderId={orderId} open={open} onClose={() => setOpen(false)} />
    </Panel>
  )
}

function External(props: {
  orderId: string
  external: { name: string; partner: string; phone: string; assignedAt: string; assignedBy: string }
  mayEdit: boolean
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const confirm = useConfirm()
  const set = useAct('PUT /api/v1/work/order/:orderId/external', { refresh: afterSet })
  const { orderId, external, mayEdit } = props
  const { name, partner, phone, assignedAt, assignedBy } = external
  return (
    <>
      <div className="in-text">
        {name} · {partner} {phone !== '' && <a href={`tel:${phone}`}>{phone}</a>}
      </div>
      <span className="quiet">
        {t('engineers.externalBy', { name: assignedBy, at: format.dateTime(assignedAt) })}
      </span>
      {mayEdit && (
        <Button
          type="link"
          size="small"
          onClick={() =>
            void confirm({
              title: t('engineers.externalRemoveTitle'),
              text: t('engineers.externalRemoveText'),
              action: t('engineers.externalRemove'),
              act: () => set.mutateAsync({ orderId, externalId: null }),
            })
          }
        >
          {t('engineers.externalRemove')}
        </Button>
      )}
    </>
  )
}

function ChooseDrawer(props: { orderId: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { orderId, open, onClose } = props
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found =
    useApi(
      externalList,
      { pageSize: 50, ...(wanted !== '' && { search: wanted }) },
      { enabled: open, keepPrevious: true },
    ).data?.items ?? []
  const set = useAct('PUT /api/v1/work/order/:orderId/external', { errors: 'caller', refresh: afterSet })
  return (
    <FormDrawer<{ externalId?: string }>
      title={t('engineers.externalAssign')}
      open={open}
      onClose={onClose}
      initialValues={{}}
      onSubmit={({ externalId = '' }) => set.mutateAsync({ orderId, externalId })}
    >
      <p className="quiet">{t('engineers.externalHint')}</p>
      <Form.Item
        name="externalId"
        label={t('engineers.external')}
        rules={[{ required: true, message: t('engineers.externalEmpty') }]}
      >
        <Select
          placeholder={t('common.pleaseSelect')}
          showSearch={{ filterOption: false, onSearch: setSearch }}
          options={found.map(({ id, name, partner, phone }) => ({
            value: id,
            label: [name, partner, phone].filter((part) => part !== '').join(' · '),
          }))}
        />
      </Form.Item>
    </FormDrawer>
  )
}
