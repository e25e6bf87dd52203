import { Form, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/notify.ts'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { stickerList } from '../order.ts'

/** Stickers of chosen sites and devices. */
export function StickerDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const make = useAct('POST /api/v1/work/sticker', { errors: 'caller', refresh: [stickerList] })
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const outlets = useApi('GET /api/v1/outlet/choices', wanted === '' ? {} : { search: wanted }, {
    enabled: open,
    keepPrevious: true,
  }).data
  return (
    <FormDrawer<{ outletIds: string[] }>
      title={t('fieldWork.stickerAdd')}
      open={open}
      onClose={onClose}
      initialValues={{ outletIds: [] }}
      savedText={false}
      onSubmit={async ({ outletIds }) => {
        const { made } = await make.mutateAsync({ outletIds })
        notify.success(t('fieldWork.stickersMade', { count: made }))
      }}
    >
      <Form.Item
        name="outletIds"
        label={t('orders.outlet')}
        extra={t('fieldWork.stickerHint')}
        rules={[{ required: true, message: t('errors.work_sticker.nothing') }]}
      >
        <Select
          mode="multiple"
          maxCount={500}
          placeholder={t('common.pleaseSelect')}
          showSearch={{ filterOption: false, onSearch: setSearch }}
          options={(outlets ?? []).map(({ id, name, code }) => ({
            value: id,
            label: code === '' ? name : `${name} · ${code}`,
          }))}
        />
      </Form.Item>
    </FormDrawer>
  )
}
