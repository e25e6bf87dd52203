import { CompressOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Details } from './details.tsx'
import { boundsOf, layoutTopology, type Point } from './layout.ts'
import { LinkShape } from './link-shape.tsx'
import { NodeShape } from './node-shape.tsx'
import { exportPng } from './png.ts'
import type { Drawing, TopologyNode } from './topology.ts'
import { useNodeName } from './use-node-name.ts'
import { useView } from './use-view.ts'

export interface DrawingProps {
  readonly drawing: Drawing
  readonly mayMove: boolean
  readonly onMove: (node: string, to: Point) => void
}

const nudge = 20
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -nudge, y: 0 },
  ArrowRight: { x: nudge, y: 0 },
  ArrowUp: { x: 0, y: -nudge },
  ArrowDown: { x: 0, y: nudge },
}
/** A pointer that moves less was a click. */
const still = 3

/** The drawing: zoomed by buttons, panned and rearranged by pointer or keys. */
export function TopologyDrawing({ drawing, mayMove, onMove }: DrawingProps) {
  const { t } = useTranslation()
  const nameOf = useNodeName()
  const { nodes, links } = drawing
  const byKey = useMemo(() => new Map(nodes.map((node) => [node.key, node])), [nodes])
  const laidOut = useMemo(() => layoutTopology(nodes, links), [nodes, links])
  // Where somebody drags a node now, and where it was let go until the server says the same.
  const [moved, setMoved] = useState<ReadonlyMap<string, Point>>(new Map())
  const places = useMemo(() => new Map([...laidOut, ...moved]), [laidOut, moved])
  // A drag does not change what is seen.
  const bounds = useMemo(() => boundsOf(laidOut), [laidOut])
  const svg = useRef<SVGSVGElement>(null)
  const view = useView(bounds, svg)
  const [selected, setSelected] = useState<string | null>(null)
  const drag = useRef<{ key: string; from: Point; at: Point } | null>(null)
  const selectedLink = links.find((_, at) => selected === `link ${at}`)

  const place = (key: string, to: Point) => setMoved((before) => new Map(before).set(key, to))
  const handlers = (key: string) => ({
    onPointerDown(event: PointerEvent<SVGGElement>) {
      event.stopPropagation()
      setSelected(key)
      if (!mayMove || event.button !== 0) return
      drag.current = { key, from: view.pointOf(event), at: places.get(key) ?? { x: 0, y: 0 } }
      svg.current?.setPointerCapture(event.pointerId)
    },
    onKeyDown(event: KeyboardEvent<SVGGElement>) {
      const by = arrows[event.key]
      const at = places.get(key)
      if (by === undefined || at === undefined || !mayMove) return
      event.preventDefault()
      const to = { x: at.x + by.x, y: at.y + by.y }
      place(key, to)
      onMove(key, to)
    },
  })
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current === null) return view.panning.onPointerMove(event)
    const { key, from, at } = drag.current
    const now = view.pointOf(event)
    place(key, { x: at.x + now.x - from.x, y: at.y + now.y - from.y })
  }
  const onPointerUp = () => {
    view.panning.onPointerUp()
    const dragged = drag.current
    drag.current = null
    const to = dragged === null ? undefined : moved.get(dragged.key)
    if (dragged === null || to === undefined) return
    if (Math.hypot(to.x - dragged.at.x, to.y - dragged.at.y) > still) onMove(dragged.key, to)
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
              link={link}
              from={from}
              to={to}
              selected={selected === `link ${at}`}
              onSelect={() => setSelected(`link ${at}`)}
            />
          )
        })}
        {nodes.map((node) => (
          <NodeShape
            key={node.key}
            node={node}
            at={places.get(node.key) ?? { x: 0, y: 0 }}
            name={nameOf(node)}
            note={noteOf(node, t(`equipment.types.${node.type ?? 'other'}`))}
            selected={selected === node.key}
            onSelect={() => setSelected(node.key)}
            {...handlers(node.key)}
          />
        ))}
      </svg>
      <Details node={byKey.get(selected ?? '')} link={selectedLink} nodes={byKey} />
    </section>
  )
}

function noteOf({ kind, model, address, type }: TopologyNode, typeName: string): string {
  if (model !== '') return model
  if (kind === 'device') return type === null ? (address ?? '') : typeName
  return address ?? ''
}
