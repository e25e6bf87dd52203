import { Form, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { afterReservation, sharedStock } from './part.ts'

interface Values {
  line?: string
  quantity: number
}

/** Keeps parts of another company for an order, by a key that the company has redeemed. */
export function SharedReserveDrawer(props: { orderId: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { orderId, open, onClose } = props
  const [search, setSearch] = useState('')
  const found = useApi(
    sharedStock,
    { usable: 'yes', pageSize: 200, ...(search !== '' && { search }) },
    { enabled: open, keepPrevious: true },
  ).data
  const reserve = useAct('POST /api/v1/work/order/:orderId/shared/part', {
    errors: 'caller',
    refresh: afterReservation,
  })
  const lines = found?.items ?? []
  const submit = async ({ line = '', quantity }: Values) => {
    const [redemptionId = '', ref = ''] = line.split('/')
    const { reserved } = await reserve.mutateAsync({ orderId, redemptionId, ref, quantity })
    notify.success(t('sharing.reserved', { count: reserved }))
  }
  const none = found !== undefined && search === '' && lines.length === 0
  return (
    <FormDrawer<Values>
      title={t('sharing.reserveTitle')}
      open={open}
      onClose={onClose}
      initialValues={{ quantity: 1 }}
      savedText={false}
      submitText={t('parts.reserve')}
      blocked={none ? t('sharing.stockNone') : undefined}
      onSubmit={submit}
    >
      {none ? (
        <EmptyState title={t('sharing.stockNone')} hint={t('sharing.stockNoneHint')} />
      ) : (
        <>
          <Form.Item
            name="line"
            label={t('sharing.part')}
            extra={t('sharing.reserveHint')}
            rules={[{ required: true, message: t('sharing.partEmpty') }]}
          >
            <Select
              placeholder={t('common.pleaseSelect')}
              showSearch={{ filterOption: false, onSearch: (text) => setSearch(text.trim()) }}
              options={lines.map(
                ({ redemptionId, ref, companyName, category, model, warehouseName, available }) => ({
                  value: `${redemptionId}/${ref}`,
                  label: [
                    model ?? t(`parts.categories.${category}`),
                    t('sharing.origin', { company: companyName }),
                    warehouseName,
                    available !== null && t('sharing.availableOf', { count: available }),
                  ]
                    .filter(Boolean)
                    .join(' · '),
                }),
              )}
            />
          </Form.Item>
          <Form.Item
            name="quantity"
            label={t('parts.quantity')}
            rules={[{ required: true, message: t('parts.quantityEmpty') }]}
          >
            <InputNumber min={1} max={100_000} precision={0} />
          </Form.Item>
        </>
      )}
    </FormDrawer>
  )
}
