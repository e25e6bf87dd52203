import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { typedFirst } from '../../ui/typed-first.ts'
import type { ChosenDevice } from '../../lib/device-row.ts'
import { tagRules } from './tag-rules.ts'
import { type Outcome, useBatch } from '../../ui/use-batch.ts'

interface Values {
  add: string[]
  remove: string[]
}

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

const initialValues: Values = { add: [], remove: [] }

/** Adds and removes tags on the chosen devices. */
export function TagDrawer(props: {
  devices: readonly ChosenDevice[]
  open: boolean
  onClose: () => void
  onDone: (refused: Outcome['failed']) => void
}) {
  const { t } = useTranslation()
  const { devices, open } = props
  const known = useApi('GET /api/v1/device/tags', {}, { enabled: open }).data ?? []
  const present = [...new Set(devices.flatMap(({ tags }) => tags))].toSorted((a, b) => a.localeCompare(b))
  const batch = useBatch()
  const tag = useAct('POST /api/v1/device/batch/tag', {
    errors: 'caller',
    refresh: [
      'POST /monitor/api/v1/device/lists',
      'GET /monitor/api/v1/device/:deviceId',
      'POST /api/v1/device/lists',
      'GET /api/v1/device/summary',
      'GET /api/v1/device/tags',
    ],
  })
  return (
    <FormDrawer<Values>
      title={t('devices.tagsTitle', { count: devices.length })}
      open={open}
      onClose={props.onClose}
      initialValues={initialValues}
      savedText={false}
      onSubmit={async ({ add, remove }) => {
        const { failed } = await batch(t('devices.tagAction'), () =>
          tag.mutateAsync({ deviceIds: devices.map(({ id }) => id), add, remove }),
        )
        props.onDone(failed)
      }}
    >
      <Form.Item
        name="add"
        label={t('devices.tagsAdd')}
        extra={t('devices.tagsHint')}
        dependencies={['remove']}
        rules={[
          ...tagRules(t),
          ({ getFieldsValue }) => ({
            validator() {
              const { add = [], remove = [] } = getFieldsValue() as Partial<Values>
              return add.length + remove.length > 0
                ? Promise.resolve()
                : Promise.reject(new Error(t('devices.tagsNothing')))
            },
          }),
        ]}
      >
        <Select
          mode="tags"
          showSearch={{ filterSort: typedFirst }}
          options={asOptions(known)}
          tokenSeparators={[',', '，', ';']}
        />
      </Form.Item>
      <Form.Item name="remove" label={t('devices.tagsRemove')} extra={t('provisioning.leaving.hint')}>
        <Select mode="multiple" options={asOptions(present)} />
      </Form.Item>
    </FormDrawer>
  )
}
