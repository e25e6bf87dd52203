import { memo } from 'react'
import { nodeSize, type Point } from './layout.ts'
import { linkTone, type TopologyLink } from './topology.ts'

export interface LinkShapeProps {
  readonly id: string
  readonly link: TopologyLink
  readonly from: Point
  readonly to: Point
  readonly selected: boolean
  readonly onSelect: (id: string) => void
}

/** A link between two nodes, with the ports at its ends; wider and redder with its load, dashed while it is down. */
export const LinkShape = memo(function LinkShape(props: LinkShapeProps) {
  const { id, link, from, to, selected, onSelect } = props
  const tone = linkTone(link)
  const isDown = from.y <= to.y
  const [upper, lower] = isDown ? [from, to] : [to, from]
  const [upperPort, lowerPort] = isDown ? [link.a.port, link.b.port] : [link.b.port, link.a.port]
  const isLevel = lower.y - upper.y < nodeSize.height
  const start = isLevel ? upper : { x: upper.x, y: upper.y + nodeSize.height / 2 }
  const end = isLevel ? lower : { x: lower.x, y: lower.y - nodeSize.height / 2 }
  const middle = (start.y + end.y) / 2
  const path = isLevel
    ? `M${start.x} ${start.y}L${end.x} ${end.y}`
    : `M${start.x} ${start.y}C${start.x} ${middle} ${end.x} ${middle} ${end.x} ${end.y}`
  return (
    <g
      className={`topology-link topology-link-${tone}${selected ? ' topology-selected' : ''}`}
      data-link
      // Readers have the table of links.
      aria-hidden="true"
      onPointerEnter={() => onSelect(id)}
      onClick={() => onSelect(id)}
    >
      <path className="topology-link-target" d={path} />
      <path
        className="topology-link-line"
        d={path}
        strokeWidth={1.5 + (link.use ?? 0) / 25}
        strokeDasharray={tone === 'bad' && (link.use === null || link.missing) ? '6 5' : undefined}
      />
      {lowerPort !== '' && (
        <text x={end.x + 6} y={isLevel ? end.y - 8 : end.y - 6}>
          {shortPort(lowerPort)}
        </text>
      )}
      {upperPort !== '' && (
        <text x={end.x + 6} y={isLevel ? end.y - 20 : end.y - 19} className="topology-port-far">
          {`↑ ${shortPort(upperPort)}`}
        </text>
      )}
    </g>
  )
})

const longest = 14

/** `GigabitEthernet1/0/24` as engineers write it: `GE1/0/24`. */
function shortPort(port: string): string {
  const short = port
    .replace(/^TwentyFiveGigE/i, '25GE')
    .replace(/^(?:XGigabitEthernet|Ten-?GigabitEthernet)/i, 'XGE')
    .replace(/^GigabitEthernet/i, 'GE')
    .replace(/^FastEthernet/i, 'FE')
    .replace(/^Ethernet/i, 'Eth')
  return short.length > longest ? `${short.slice(0, longest - 1)}…` : short
}
