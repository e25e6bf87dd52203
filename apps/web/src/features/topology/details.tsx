import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMetricText } from '../../lib/metric-format.ts'
import { devicePath } from '../../lib/paths.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import type { TopologyLink, TopologyNode } from './topology.ts'
import { useNodeName } from './use-node-name.ts'

const dash = '—'

/** What is known of the node or the link that somebody points at: VLANs, PoE, load. */
export function Details(props: {
  node: TopologyNode | undefined
  link: TopologyLink | undefined
  nodes: ReadonlyMap<string, TopologyNode>
}) {
  const { node, link, nodes } = props
  return (
    <aside className="topology-details" aria-live="polite">
      {node !== undefined && <NodeDetails node={node} />}
      {node === undefined && link !== undefined && <LinkDetails link={link} nodes={nodes} />}
    </aside>
  )
}

function NodeDetails({ node }: { node: TopologyNode }) {
  const { t } = useTranslation()
  const nameOf = useNodeName()
  const { deviceId, type, model, address, presence, clients } = node
  return (
    <>
      <strong>
        {deviceId === null ? nameOf(node) : <RowLink to={devicePath(deviceId, type)}>{nameOf(node)}</RowLink>}
      </strong>
      <dl>
        <Row label={t('equipment.type')}>
          {type === null ? t(`topology.kinds.${node.kind as 'line'}`) : t(`equipment.types.${type}`)}
        </Row>
        {presence !== null && <Row label={t('topology.state')}>{t(`devices.presence.${presence}`)}</Row>}
        {model !== '' && <Row label={t('equipment.modelName')}>{model}</Row>}
        {address !== null && <Row label={t('equipment.ipAddress')}>{address}</Row>}
      </dl>
      {clients !== null && (
        <p>
          {t('topology.clientsOf', { count: clients.known + clients.random })}
          {clients.random > 0 && ` · ${t('topology.randomOf', { count: clients.random })}`}
        </p>
      )}
    </>
  )
}

function LinkDetails({ link, nodes }: { link: TopologyLink; nodes: ReadonlyMap<string, TopologyNode> }) {
  const { t } = useTranslation()
  const metricText = useMetricText()
  return (
    <>
      <strong>{t(`topology.evidences.${link.by}`)}</strong>
      {link.use !== null && (
        <p>
          {t('topology.use')} {metricText('cpu_usage', link.use)}
        </p>
      )}
      {link.missing && <p className="topology-missing">{t('topology.missing')}</p>}
      <EndDetails end={link.a} node={nodes.get(link.a.node)} />
      <EndDetails end={link.b} node={nodes.get(link.b.node)} />
      <p className="quiet">
        {t('topology.lastAt')} <RelativeTime at={link.lastAt} />
      </p>
    </>
  )
}

const octet = 8

function EndDetails({ end, node }: { end: TopologyLink['a']; node: TopologyNode | undefined }) {
  const { t } = useTranslation()
  const metricText = useMetricText()
  const format = useFormat()
  const nameOf = useNodeName()
  const rate = (bits: number | null) => metricText('interface_in_octets', bits === null ? null : bits / octet)
  const { port, state, speed, vlan, taggedVlans, poe, inRate, outRate } = end
  if (node === undefined) return null
  return (
    <section>
      <h3>
        {nameOf(node)} {port === '' ? '' : `· ${port}`}
      </h3>
      {state !== null && (
        <dl>
          <Row label={t('topology.state')}>
            {t(`monitoring.interfaces.states.${state}`)}
            {speed !== null && ` · ${metricText('interface_speed', speed)}`}
          </Row>
          <Row label={t('topology.vlan')}>
            {vlan === null
              ? dash
              : taggedVlans.length === 0
                ? format.number(vlan)
                : t('topology.tagged', { vlan, tagged: ranges(taggedVlans) })}
          </Row>
          {(inRate !== null || outRate !== null) && (
            <Row label={`${t('topology.down')} / ${t('topology.up')}`}>
              {rate(inRate)} / {rate(outRate)}
            </Row>
          )}
          {poe !== null && <Row label={t('topology.poe')}>{metricText('poe_power', poe)}</Row>}
        </dl>
      )}
    </section>
  )
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** `10, 20-24`, at most eight of them. */
function ranges(vlans: readonly number[]): string {
  const found: [number, number][] = []
  for (const vlan of vlans.toSorted((a, b) => a - b)) {
    const last = found.at(-1)
    if (last !== undefined && vlan === last[1] + 1) last[1] = vlan
    else found.push([vlan, vlan])
  }
  const shown = found.slice(0, 8).map(([from, to]) => (from === to ? String(from) : `${from}-${to}`))
  return found.length > 8 ? `${shown.join(', ')}…` : shown.join(', ')
}
