import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMetricText } from '../../lib/metric-format.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import '../../ui/plain-table.css'
import type { Drawing } from './topology.ts'
import { useNodeName } from './use-node-name.ts'

/** The links of the drawing as rows: for reading, copying, and who cannot see the drawing. */
export const LinkTable = memo(function LinkTable({ drawing: { links, nodes } }: { drawing: Drawing }) {
  const { t } = useTranslation()
  const metricText = useMetricText()
  const nameOf = useNodeName()
  const names = new Map(nodes.map((node) => [node.key, nameOf(node)]))
  const end = ({ node, port }: (typeof links)[number]['a']) =>
    [names.get(node) ?? '', port].filter((part) => part !== '').join(' · ')
  if (links.length === 0) return null
  return (
    <Panel title={t('topology.linksTable')}>
      <div className="plain-table-frame">
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('topology.port')}</th>
              <th>{t('topology.port')}</th>
              <th>{t('topology.by')}</th>
              <th>{t('topology.vlan')}</th>
              <th>{t('topology.use')}</th>
              <th>{t('topology.lastAt')}</th>
            </tr>
          </thead>
          <tbody>
            {links.map((link) => (
              <tr key={`${link.a.node} ${link.a.port} ${link.b.node} ${link.b.port}`}>
                <td>{end(link.a)}</td>
                <td>{end(link.b)}</td>
                <td>{t(`topology.evidences.${link.by}`)}</td>
                <td>{link.a.vlan ?? link.b.vlan ?? '—'}</td>
                <td>{link.use === null ? '—' : metricText('cpu_usage', link.use)}</td>
                <td>
                  <RelativeTime at={link.lastAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
})
