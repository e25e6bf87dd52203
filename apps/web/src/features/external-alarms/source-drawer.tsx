import { type InboundKind, inboundKinds } from '@netward/contract/inbound-alarm-values'
import { Form, Input, Radio } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterSources } from './external-alarm.ts'

interface Values {
  name: string
  kind: InboundKind
}

interface DrawerProps {
  open: boolean
  readonly onClose: () => void
  readonly onMade: (sourceId: string, token: string) => void
}

/** Adds a source; its setup opens with the token. */
export function SourceDrawer({ open, onClose, onMade }: DrawerProps) {
  const { t } = useTranslation()
  const add = useAct('POST /monitor/api/v1/external-alarm/source', {
    errors: 'caller',
    refresh: afterSources,
  })
  const initialValues = useMemo((): Values => ({ name: '', kind: 'zabbix' }), [])
  return (
    <FormDrawer<Values>
      title={t('externalAlarms.addTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      savedText={false}
      onSubmit={async (values) => {
        const { id, token } = await add.mutateAsync(values)
        onMade(id, token)
      }}
    >
      <Form.Item
        name="name"
        label={t('externalAlarms.sourceName')}
        rules={[{ required: true, whitespace: true, message: t('externalAlarms.sourceNameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="kind" label={t('externalAlarms.kind')}>
        <Radio.Group
          options={inboundKinds.map((value) => ({ value, label: t(`externalAlarms.kinds.${value}`) }))}
        />
      </Form.Item>
    </FormDrawer>
  )
}
