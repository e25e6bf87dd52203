import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import type { DiagnosticKind, DiagnosticRun } from './diagnostic-run.ts'

interface Values {
  kind: DiagnosticKind
  host: string
  count: number
  timeoutMs: number
  sizeBytes: number
  maxHops: number
  dnsServer: string
}

const kinds = ['ping', 'traceroute', 'name_lookup'] as const

/** Asks the gateway to try something out. `like`: an earlier run that is done again. */
export function DiagnosticDrawer(props: {
  deviceId: string
  like: DiagnosticRun | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { deviceId, like, open, onClose } = props
  const support = useApi('GET /api/v1/device/:deviceId/diagnostics/support', { deviceId }, { enabled: open })
  const start = useAct('POST /api/v1/device/:deviceId/diagnostics', {
    errors: 'caller',
    refresh: ['GET /api/v1/device/:deviceId/diagnostics'],
  })
  const lacks = (kind: DiagnosticKind) => support.data?.find((one) => one.kind === kind)?.supported === 'no'
  return (
    <FormDrawer<Values>
      title={t('diagnostics.run')}
      open={open}
      onClose={onClose}
      initialValues={{
        kind: like?.kind ?? 'ping',
        host: like?.target ?? '',
        count: 4,
        timeoutMs: 5_000,
        sizeBytes: 64,
        maxHops: 30,
        dnsServer: '',
      }}
      submitText={t('diagnostics.run')}
      savedText={t('diagnostics.started')}
      onSubmit={({ dnsServer, ...values }) =>
        start.mutateAsync({
          deviceId,
          ...values,
          ...(values.kind === 'name_lookup' && dnsServer?.trim() ? { dnsServer } : {}),
        })
      }
    >
      <p className="device-plain">{t('diagnostics.runHint')}</p>
      <Form.Item name="kind" label={t('diagnostics.kind')}>
        <Select
          options={kinds.map((kind) => ({
            value: kind,
            label: lacks(kind)
              ? `${t(`diagnostics.kinds.${kind}`)} · ${t('diagnostics.unsupported')}`
              : t(`diagnostics.kinds.${kind}`),
            disabled: lacks(kind),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="host"
        label={t('diagnostics.host')}
        extra={t('diagnostics.hostHint')}
        rules={[{ required: true, whitespace: true, message: t('diagnostics.hostRequired') }]}
      >
        <Input maxLength={253} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item noStyle dependencies={['kind']}>
        {({ getFieldValue }) => <FieldsOfKind kind={getFieldValue('kind') as DiagnosticKind} />}
      </Form.Item>
      <Form.Item name="timeoutMs" label={t('diagnostics.timeout')}>
        <InputNumber min={100} max={30_000} precision={0} />
      </Form.Item>
    </FormDrawer>
  )
}

function FieldsOfKind({ kind }: { kind: DiagnosticKind }) {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item name="count" label={kind === 'traceroute' ? t('diagnostics.tries') : t('diagnostics.count')}>
        <InputNumber min={1} max={kind === 'traceroute' ? 10 : 50} precision={0} />
      </Form.Item>
      {kind === 'ping' && (
        <Form.Item name="sizeBytes" label={t('diagnostics.size')}>
          <InputNumber min={1} max={9_000} precision={0} />
        </Form.Item>
      )}
      {kind === 'traceroute' && (
        <Form.Item name="maxHops" label={t('diagnostics.maxHops')}>
          <InputNumber min={1} max={64} precision={0} />
        </Form.Item>
      )}
      {kind === 'name_lookup' && (
        <Form.Item name="dnsServer" label={t('diagnostics.dnsServer')} extra={t('diagnostics.dnsServerHint')}>
          <Input maxLength={253} autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
    </>
  )
}
