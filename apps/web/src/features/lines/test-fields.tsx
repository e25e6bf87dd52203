import type { EndpointInput } from '@netward/contract'
import { kindsOfVantage, lineTestLimits as limits } from '@netward/contract/line-test-values'
import { type LinkTestKind, linkTestKinds, linkTestLimits } from '@netward/contract/link-tests'
import { Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListItem, statusesOf } from './list-item.tsx'

export type TestOrder = Omit<EndpointInput<'POST /dial/api/v1/line/:lineId/test'>, 'lineId' | 'forOrder'>
export type Vantage = NonNullable<TestOrder['vantage']>

/** Empty texts are not given. */
export interface TestValues {
  kind: LinkTestKind
  vantage: Vantage | ''
  host: string
  name: string
  port: number | null
  url: string
  text: string
  record: 'A' | 'AAAA'
  server: string
  expected: string[]
  statuses: string[]
  certificateDays: number | null
  packets: number | null
  direction: 'down' | 'up'
  megabytes: number | null
}

export const usualValues: TestValues = {
  kind: 'icmp',
  vantage: '',
  host: '',
  name: '',
  port: 443,
  url: '',
  text: '',
  record: 'A',
  server: '',
  expected: [],
  statuses: [],
  certificateDays: null,
  packets: limits.packets.default,
  direction: 'down',
  megabytes: limits.megabytes.default,
}

/** What the kind needs, and no more. */
export function orderOf(values: TestValues): TestOrder {
  const {
    kind,
    vantage,
    host,
    name,
    port,
    url,
    text,
    record,
    server,
    expected,
    statuses,
    certificateDays,
    packets,
    direction,
    megabytes,
  } = values
  const given = (key: 'host' | 'server' | 'text' | 'url', value: string) =>
    value.trim() === '' ? {} : { [key]: value.trim() }
  const common = { kind, ...(vantage !== '' && { vantage }) }
  const hostOf = vantage === 'server' ? {} : given('host', host)
  switch (kind) {
    case 'icmp':
      return { ...common, ...hostOf, ...(packets !== null && { packets }) }
    case 'tcp':
      return { ...common, ...hostOf, ...(port !== null && { port }) }
    case 'traceroute':
      return { ...common, ...hostOf }
    case 'http':
      return {
        ...common,
        ...given('url', url),
        ...given('text', text),
        statuses: statusesOf(statuses),
        ...(certificateDays !== null && { certificateDays }),
      }
    case 'dns':
      return {
        ...common,
        ...given('host', name),
        record,
        ...given('server', server),
        expected,
      }
    case 'throughput':
      return { ...common, direction, ...(megabytes !== null && { megabytes }) }
  }
}

export interface VantageOption {
  readonly value: Vantage | ''
  readonly label: string
  readonly disabled?: boolean
}

/** What is tested, and from where. */
export function TestFields({ vantages }: { vantages: readonly VantageOption[] }) {
  const { t } = useTranslation()
  return (
    <>
      <Form.Item name="kind" label={t('lineTests.kind')}>
        <Select options={linkTestKinds.map((value) => ({ value, label: t(`lines.testKinds.${value}`) }))} />
      </Form.Item>
      <Form.Item noStyle dependencies={['kind']}>
        {({ getFieldValue }) => {
          const kind = getFieldValue('kind') as LinkTestKind
          const fits = (value: Vantage | '') => value === '' || kindsOfVantage[value].includes(kind)
          return (
            <Form.Item
              name="vantage"
              label={t('lineTests.vantage')}
              dependencies={['kind']}
              rules={[
                {
                  validator: (_rule, value: Vantage | '') =>
                    fits(value)
                      ? Promise.resolve()
                      : Promise.reject(new Error(t('errors.line_test.kind_not_possible'))),
                },
              ]}
            >
              <Select options={vantages.filter(({ value }) => fits(value))} />
            </Form.Item>
          )
        }}
      </Form.Item>
      <Form.Item noStyle dependencies={['kind', 'vantage']}>
        {({ getFieldValue }) => (
          <KindFields
            kind={getFieldValue('kind') as LinkTestKind}
            vantage={getFieldValue('vantage') as Vantage | ''}
          />
        )}
      </Form.Item>
    </>
  )
}

function KindFields({ kind, vantage }: { kind: LinkTestKind; vantage: Vantage | '' }) {
  const { t } = useTranslation()
  const target = { icmp: true, tcp: true, traceroute: true, http: false, dns: false, throughput: false }[kind]
  return (
    <>
      {target && vantage !== 'server' && (
        <TextItem
          name="host"
          label={t('lineTests.host')}
          extra={t('lineTests.hostHint')}
          empty={t('lineTests.hostEmpty')}
        />
      )}
      {kind === 'icmp' && (
        <Form.Item name="packets" label={t('lineTests.packets')}>
          <InputNumber min={limits.packets.min} max={limits.packets.max} precision={0} />
        </Form.Item>
      )}
      {kind === 'tcp' && (
        <Form.Item
          name="port"
          label={t('lineTests.port')}
          rules={[{ required: true, message: t('lineTests.portEmpty') }]}
        >
          <InputNumber min={linkTestLimits.port.min} max={linkTestLimits.port.max} precision={0} />
        </Form.Item>
      )}
      {kind === 'http' && (
        <>
          <TextItem name="url" label={t('lineTests.url')} empty={t('lineTests.urlEmpty')} />
          <TextItem name="text" label={t('lineTests.pageText')} />
          <ListItem
            name="statuses"
            label={t('lineTests.statuses')}
            hint={t('lineTests.statusesHint')}
            most={linkTestLimits.statuses.most}
          />
          <Form.Item
            name="certificateDays"
            label={t('lineTests.certificateLeast')}
            extra={t('lineTests.certificateLeastHint')}
          >
            <InputNumber
              min={linkTestLimits.certificateDays.min}
              max={linkTestLimits.certificateDays.max}
              precision={0}
            />
          </Form.Item>
        </>
      )}
      {kind === 'dns' && (
        <>
          {/* The API calls the name that is looked up a host. */}
          <TextItem name="name" label={t('lineTests.name')} empty={t('lineTests.nameEmpty')} />
          {vantage !== 'gateway' && (
            <Form.Item name="record" label={t('lineTests.record')}>
              <Select options={['A', 'AAAA'].map((value) => ({ value, label: value }))} />
            </Form.Item>
          )}
          <TextItem name="server" label={t('lineTests.server')} extra={t('lineTests.serverHint')} />
          <ListItem
            name="expected"
            label={t('lineTests.expected')}
            hint={t('lineTests.expectedHint')}
            most={linkTestLimits.expected.most}
          />
        </>
      )}
      {kind === 'throughput' && (
        <>
          <Form.Item name="direction" label={t('lineTests.direction')}>
            <Select
              options={(['down', 'up'] as const).map((value) => ({
                value,
                label: t(`lineTests.directions.${value}`),
              }))}
            />
          </Form.Item>
          <Form.Item name="megabytes" label={t('lineTests.megabytes')} extra={t('lineTests.megabytesHint')}>
            <InputNumber min={limits.megabytes.min} max={limits.megabytes.max} precision={0} />
          </Form.Item>
        </>
      )}
    </>
  )
}

function TextItem({
  name,
  label,
  extra,
  empty,
}: {
  name: string
  label: string
  extra?: string
  empty?: string
}) {
  return (
    <Form.Item
      name={name}
      label={label}
      {...(extra !== undefined && { extra })}
      {...(empty !== undefined && { rules: [{ required: true, whitespace: true, message: empty }] })}
    >
      <Input maxLength={1000} autoComplete="off" spellCheck={false} />
    </Form.Item>
  )
}
