import { type DiagnosticKind, diagnosticLimits, hasDscp } from '@netward/contract/diagnostic-values'
import { Form, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { DiagnosticLine } from './diagnostic-run.ts'

/** Advanced fields: the line to use and the DSCP mark. `lines`: of one gateway; empty for several. */
export function WayOutFields(props: {
  kind: DiagnosticKind
  lines?: readonly DiagnosticLine[] | undefined
  open: boolean
}) {
  const { t } = useTranslation()
  const { kind, lines, open } = props
  const { min, max } = diagnosticLimits.dscp
  if (lines === undefined && !hasDscp(kind)) return null
  return (
    <details className="diagnostic-more" open={open}>
      <summary>{t('diagnostics.more')}</summary>
      {lines !== undefined && (
        <Form.Item
          name="interface"
          label={t('diagnostics.interface')}
          extra={t(lines.length === 0 ? 'diagnostics.interfaceUnknown' : 'diagnostics.interfaceHint')}
        >
          <Select
            allowClear
            disabled={lines.length === 0}
            placeholder={t('diagnostics.routed')}
            options={lines.map(({ path, label, inUse }) => ({
              value: path,
              label: inUse ? t('diagnostics.interfaceInUse', { name: label }) : label,
            }))}
          />
        </Form.Item>
      )}
      {hasDscp(kind) && (
        <Form.Item name="dscp" label={t('diagnostics.dscp')} extra={t('diagnostics.dscpHint')}>
          <InputNumber min={min} max={max} precision={0} />
        </Form.Item>
      )}
    </details>
  )
}
