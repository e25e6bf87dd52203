import { CompressOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type PointerEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Details } from './details.tsx'
import { boundsOf, layoutTopology, type Point } from './layout.ts'
import { LinkShape } from './link-shape.tsx'
import { NodeShape } from './node-shape.tsx'
import { exportPng } from './png.ts'
import type { Drawing, TopologyNode } from './topology.ts'
import { useArranging } from './use-arranging.ts'
import { useNodeName } from './use-node-name.ts'
import { useView } from './use-view.ts'

export interface DrawingProps {
  readonly drawing: Drawing
  readonly mayMove: boolean
  /** Settles once the drawing holds what the server says, also where it refuses. */
  readonly onMove: (node: string, to: Point) => Promise<void>
}

/** The drawing: zoomed by buttons, panned and rearranged by pointer or keys. */
export function TopologyDrawing({ drawing, mayMove, onMove }: DrawingProps) {
  const { t } = useTranslation()
  const nameOf = useNodeName()
  const { nodes, links } = drawing
  const byKey = useMemo(() => new Map(nodes.map((node) => [node.key, node])), [nodes])
  // Once for each answer, not for each movement of a pointer.
  const texts = useMemo(
    () =>
      nodes.map((node) => ({
        name: withoutPlace(nameOf(node), drawing.outletName),
        note: noteOf(node, () => t(`equipment.types.${node.type ?? 'other'}`)),
      })),
    [nodes, drawing.outletName, nameOf, t],
  )
  const laidOut = useMemo(() => layoutTopology(nodes, links), [nodes, links])
  // A drag does not change what is seen.
  const bounds = useMemo(() => boundsOf(laidOut), [laidOut])
  const svg = useRef<SVGSVGElement>(null)
  const middle = useMemo(() => busiest(links, laidOut), [links, laidOut])
  const view = useView(bounds, middle, svg)
  const [selected, setSelected] = useState<string | null>(null)
  const { pointOf } = view
  const { places, onGrab, onNudge, drag, drop } = useArranging({ laidOut, mayMove, pointOf, onMove })
  const selectedLink = links.find((_, at) => selected === linkKey(at))

  const onPointerMove = (event: PointerEvent) => {
    if (!drag(event)) view.panning.onPointerMove(event)
  }
  const onPointerUp = () => {
    view.panning.onPointerUp()
    drop()
  }
  const save = () => {
    if (svg.current === null) return
    const background = getComputedStyle(svg.current).backgroundColor
    void exportPng(
      svg.current,
      boundsOf(places),
      background,
      `${t('topology.drawing', { outlet: drawing.outletName })}.png`,
    )
  }
  return (
    <section className="topology-drawing">
      <div className="topology-tools">
        <Button icon={<PlusOutlined />} aria-label={t('topology.zoomIn')} onClick={() => view.zoom(1.25)} />
        <Button icon={<MinusOutlined />} aria-label={t('topology.zoomOut')} onClick={() => view.zoom(0.8)} />
        <Button icon={<CompressOutlined />} aria-label={t('topology.fit')} onClick={view.fit} />
        <Button onClick={save}>{t('topology.png')}</Button>
      </div>
      <svg
        ref={svg}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- SVG has no such tag
        role="group"
        aria-label={t('topology.drawing', { outlet: drawing.outletName })}
        viewBox={`${view.box.x} ${view.box.y} ${view.box.width} ${view.box.height}`}
        onPointerDown={view.panning.onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
      >
        {links.map((link, at) => {
          const [from, to] = [places.get(link.a.node), places.get(link.b.node)]
          if (from === undefined || to === undefined) return null
          return (
            <LinkShape
              key={`${link.a.node} ${link.a.port} ${link.b.node} ${link.b.port}`}
              id={linkKey(at)}
              link={link}
              from={from}
              to={to}
              selected={selected === linkKey(at)}
              onSelect={setSelected}
            />
          )
        })}
        {nodes.map((node, at) => (
          <NodeShape
            key={node.key}
            node={node}
            at={places.get(node.key) ?? origin}
            name={texts[at]?.name ?? ''}
            note={texts[at]?.note ?? ''}
            selected={selected === node.key}
            onSelect={setSelected}
            onGrab={onGrab}
            onNudge={onNudge}
          />
        ))}
      </svg>
      <Details node={byKey.get(selected ?? '')} link={selectedLink} nodes={byKey} />
    </section>
  )
}

/** Where the node with most links stands. */
function busiest(links: Drawing['links'], places: ReadonlyMap<string, Point>): Point {
  const counts = new Map<string, number>()
  for (const { a, b } of links) for (const { node } of [a, b]) counts.set(node, (counts.get(node) ?? 0) + 1)
  const [first] = [...counts].toSorted(([, one], [, other]) => other - one)
  return places.get(first?.[0] ?? '') ?? origin
}

/** Many name devices after their site: what stands behind it tells them apart. */
function withoutPlace(name: string, place: string): string {
  const rest = name.startsWith(place) ? name.slice(place.length).replace(/^[\s_–—:：/-]+/u, '') : ''
  return rest === '' ? name : rest
}

const origin: Point = { x: 0, y: 0 }
const linkKey = (at: number) => `link ${at}`

function noteOf({ kind, model, address, type }: TopologyNode, typeName: () => string): string {
  if (model !== '') return model
  if (kind === 'device') return type === null ? (address ?? '') : typeName()
  return address ?? ''
}
