import { type KeyboardEvent, memo, type PointerEvent } from 'react'
import { glyphOf } from './device-glyphs.ts'
import { nodeSize, type Point } from './layout.ts'
import { nodeTone, type TopologyNode } from './topology.ts'

export interface NodeShapeProps {
  readonly node: TopologyNode
  readonly at: Point
  readonly name: string
  /** Second line: model, address or clients. */
  readonly note: string
  readonly selected: boolean
  readonly onSelect: (key: string) => void
  readonly onGrab: (event: PointerEvent<SVGGElement>, key: string) => void
  readonly onNudge: (event: KeyboardEvent<SVGGElement>, key: string) => void
}

const { width, height } = nodeSize

/**
 * A node with its glyph, its name and a bar in the colour of its state; the dot's shape says the state too. There are up to
 * 200 of them: only those that change render.
 */
export const NodeShape = memo(function NodeShape(props: NodeShapeProps) {
  const { node, at, name, note, selected, onSelect, onGrab, onNudge } = props
  const { key } = node
  const tone = nodeTone(node)
  const clients = node.clients === null ? 0 : node.clients.known + node.clients.random
  return (
    <g
      className={`topology-node topology-node-${tone} topology-node-${node.kind}${selected ? ' topology-selected' : ''}`}
      transform={`translate(${at.x - width / 2} ${at.y - height / 2})`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- SVG has no such tag
      role="button"
      tabIndex={0}
      data-node={key}
      onPointerEnter={() => onSelect(key)}
      onFocus={() => onSelect(key)}
      onPointerDown={(event) => {
        onSelect(key)
        onGrab(event, key)
      }}
      onKeyDown={(event) => onNudge(event, key)}
    >
      <rect className="topology-node-box" width={width} height={height} rx={7} />
      <rect className="topology-node-bar" width={4} height={height - 14} x={6} y={7} rx={2} />
      <path className="topology-glyph" d={glyphOf(node)} transform="translate(15 14)" />
      <text className="topology-name" x={46} y={22}>
        {fitted(name, 13)}
      </text>
      {note !== '' && (
        <text className="topology-note" x={46} y={39}>
          {fitted(note, 15)}
        </text>
      )}
      {tone === 'bad' && <path className="topology-mark" d={`M${width - 12} 6l6 6m0-6l-6 6`} />}
      {tone === 'warn' && <path className="topology-mark" d={`M${width - 9} 5v5m0 3v.5`} />}
      {clients > 0 && (
        <g transform={`translate(${width / 2 - 17} ${height - 2})`}>
          <rect className="topology-clients" width={34} height={16} rx={8} />
          <text className="topology-count" x={17} y={12}>
            {clients > 999 ? '999+' : `+${clients}`}
          </text>
        </g>
      )}
    </g>
  )
})

/** A Chinese character is as wide as two Latin ones. */
function fitted(text: string, most: number): string {
  let columns = 0
  let end = 0
  for (const character of text) {
    columns += /[\u2e80-\uffef]/u.test(character) ? 1.75 : 1
    if (columns > most) return `${text.slice(0, end)}…`
    end += character.length
  }
  return text
}
