import { Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { typedFirst } from '../../../ui/typed-first.ts'
import type { DeviceDetail } from '../../../lib/device-row.ts'
import { tagRules } from '../tag-rules.ts'

interface Values {
  name: string
  note: string
  tags: string[]
}

export function EditDrawer({
  device,
  open,
  onClose,
}: {
  device: DeviceDetail
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const known = useApi('GET /api/v1/device/tags', {}, { enabled: open }).data ?? []
  const edit = useAct('PUT /api/v1/device/:deviceId', {
    errors: 'caller',
    refresh: [
      'GET /api/v1/device/:deviceId',
      'GET /api/v1/device/:deviceId/timeline',
      'POST /api/v1/device/lists',
      'GET /api/v1/device/tags',
    ],
  })
  const { name, note, tags } = device
  const initialValues = useMemo<Values>(() => ({ name, note, tags: [...tags] }), [name, note, tags])
  return (
    <FormDrawer<Values>
      title={t('devices.form.title')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={(values) => edit.mutateAsync({ deviceId: device.id, ...values })}
    >
      <Form.Item name="name" label={t('devices.name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="tags" label={t('devices.tags')} extra={t('devices.tagsHint')} rules={tagRules(t)}>
        <Select
          mode="tags"
          showSearch={{ filterSort: typedFirst }}
          options={known.map((value) => ({ value, label: value }))}
          tokenSeparators={[',', '，', ';']}
        />
      </Form.Item>
      <Form.Item name="note" label={t('devices.form.note')}>
        <Input.TextArea
          maxLength={2000}
          showCount
          autoSize={{ minRows: 4, maxRows: 12 }}
          placeholder={t('devices.form.notePlaceholder')}
        />
      </Form.Item>
    </FormDrawer>
  )
}
