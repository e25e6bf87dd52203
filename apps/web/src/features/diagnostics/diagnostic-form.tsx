import type { EndpointInput } from '@netward/contract'
import {
  countLimits,
  type DiagnosticKind,
  diagnosticKinds,
  diagnosticLimits,
  hasDscp,
  measuresThroughput,
  testUrlProblem,
} from '@netward/contract/diagnostic-values'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { DiagnosticLine, DiagnosticRun } from './diagnostic-run.ts'
import { WayOutFields } from './way-out-fields.tsx'

export interface DiagnosticValues {
  kind: DiagnosticKind
  host: string
  count: number
  timeoutMs: number
  sizeBytes: number
  maxHops: number
  dnsServer: string
  url: string
  /** Of a million bytes. */
  bytes: number
  durationSeconds: number | null
  interface: string | undefined
  dscp: number | null
}

const megabyte = 1_000_000

/** Initial form values. `like`: an earlier run to repeat. */
export function firstValues(like: DiagnosticRun | null): DiagnosticValues {
  const byUrl = like !== null && measuresThroughput(like.kind)
  return {
    kind: like?.kind ?? 'ping',
    host: byUrl ? '' : (like?.target ?? ''),
    count: 4,
    timeoutMs: diagnosticLimits.timeoutMs.default,
    sizeBytes: diagnosticLimits.sizeBytes.default,
    maxHops: diagnosticLimits.maxHops.default,
    dnsServer: '',
    // The host of our own test endpoint is not a URL.
    url: byUrl && like.target.includes('://') ? like.target : '',
    bytes: diagnosticLimits.testBytes.default / megabyte,
    durationSeconds: null,
    interface: like?.interface?.path,
    dscp: like?.dscp ?? null,
  }
}

/** The request from the form. */
export function orderOf({
  kind,
  host,
  dnsServer,
  url,
  bytes,
  durationSeconds,
  count,
  interface: line,
  dscp,
  ...rest
}: DiagnosticValues): Omit<EndpointInput<'POST /api/v1/device/:deviceId/diagnostics'>, 'deviceId'> {
  const wayOut = {
    ...(line === undefined ? {} : { interface: line }),
    ...(hasDscp(kind) && typeof dscp === 'number' ? { dscp } : {}),
  }
  return measuresThroughput(kind)
    ? {
        kind,
        ...wayOut,
        ...(url?.trim() ? { url } : {}),
        bytes: Math.round((bytes ?? 10) * megabyte),
        ...(typeof durationSeconds === 'number' ? { durationSeconds } : {}),
      }
    : {
        kind,
        host,
        count,
        ...wayOut,
        ...rest,
        ...(kind === 'name_lookup' && dnsServer?.trim() ? { dnsServer } : {}),
      }
}

interface Support {
  supported: 'yes' | 'no' | 'unknown'
  byTime: 'yes' | 'no' | 'unknown'
}

/**
 * `told`: the known data of a gateway, and its `lines`; empty for several gateways. `more`: the advanced
 * fields are open.
 */
export function DiagnosticFields(props: {
  supportOf?: (kind: DiagnosticKind) => Support | undefined
  lines?: readonly DiagnosticLine[] | undefined
  more?: boolean
}) {
  const { t } = useTranslation()
  const { supportOf, lines, more = false } = props
  return (
    <>
      <Form.Item name="kind" label={t('diagnostics.kind')}>
        <Select
          options={diagnosticKinds.map((kind) => ({
            value: kind,
            label:
              supportOf?.(kind)?.supported === 'no'
                ? `${t(`diagnostics.kinds.${kind}`)} · ${t('diagnostics.unsupported')}`
                : t(`diagnostics.kinds.${kind}`),
            disabled: supportOf?.(kind)?.supported === 'no',
          }))}
        />
      </Form.Item>
      <Form.Item noStyle dependencies={['kind']}>
        {({ getFieldValue }) => {
          const kind = getFieldValue('kind') as DiagnosticKind
          return (
            <>
              {measuresThroughput(kind) ? (
                <ThroughputFields byTime={supportOf?.(kind)?.byTime !== 'no'} />
              ) : (
                <HostFields kind={kind} />
              )}
              <WayOutFields kind={kind} lines={lines} open={more} />
            </>
          )
        }}
      </Form.Item>
    </>
  )
}

function HostFields({ kind }: { kind: Exclude<DiagnosticKind, 'download' | 'upload'> }) {
  const { t } = useTranslation()
  const { min, max } = countLimits[kind]
  const { sizeBytes, maxHops, timeoutMs } = diagnosticLimits
  return (
    <>
      <Form.Item
        name="host"
        label={t('diagnostics.host')}
        extra={t('diagnostics.hostHint')}
        rules={[{ required: true, whitespace: true, message: t('diagnostics.hostRequired') }]}
      >
        <Input maxLength={253} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="count" label={kind === 'traceroute' ? t('diagnostics.tries') : t('diagnostics.count')}>
        <InputNumber min={min} max={max} precision={0} />
      </Form.Item>
      {kind === 'ping' && (
        <Form.Item name="sizeBytes" label={t('diagnostics.size')}>
          <InputNumber min={sizeBytes.min} max={sizeBytes.max} precision={0} />
        </Form.Item>
      )}
      {kind === 'traceroute' && (
        <Form.Item name="maxHops" label={t('diagnostics.maxHops')}>
          <InputNumber min={maxHops.min} max={maxHops.max} precision={0} />
        </Form.Item>
      )}
      {kind === 'name_lookup' && (
        <Form.Item name="dnsServer" label={t('diagnostics.dnsServer')} extra={t('diagnostics.dnsServerHint')}>
          <Input maxLength={253} autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
      <Form.Item name="timeoutMs" label={t('diagnostics.timeout')}>
        <InputNumber min={timeoutMs.min} max={timeoutMs.max} precision={0} />
      </Form.Item>
    </>
  )
}

function ThroughputFields({ byTime }: { byTime: boolean }) {
  const { t } = useTranslation()
  const { testBytes, durationSeconds } = diagnosticLimits
  const judge = (_rule: unknown, url: string | undefined) => {
    const problem = url?.trim() ? testUrlProblem(url.trim()) : null
    return problem === null ? Promise.resolve() : Promise.reject(new Error(t(problem)))
  }
  return (
    <>
      <Form.Item
        name="url"
        label={t('diagnostics.url')}
        extra={t('diagnostics.urlHint')}
        rules={[{ validator: judge }]}
      >
        <Input maxLength={256} autoComplete="off" spellCheck={false} placeholder="http://" />
      </Form.Item>
      <Form.Item name="bytes" label={t('diagnostics.megabytes')} extra={t('diagnostics.megabytesHint')}>
        <InputNumber min={testBytes.min / megabyte} max={testBytes.max / megabyte} />
      </Form.Item>
      <Form.Item
        name="durationSeconds"
        label={t('diagnostics.byTime')}
        extra={byTime ? t('diagnostics.byTimeHint') : t('diagnostics.byTimeUnsupported')}
      >
        <InputNumber min={durationSeconds.min} max={durationSeconds.max} precision={0} disabled={!byTime} />
      </Form.Item>
    </>
  )
}
