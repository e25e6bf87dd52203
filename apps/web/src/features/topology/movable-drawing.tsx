import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { TopologyDrawing } from './drawing.tsx'
import { type Drawing, drawingEndpoint } from './topology.ts'

/** A drawing that keeps where a person puts a node. */
export function MovableDrawing({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation()
  const mayMove = useMay('DMS_SERVER_DEVICE_EDIT')
  const move = useAct('PUT /monitor/api/v1/topology/outlet/:outletId/positions', {
    refresh: [drawingEndpoint],
  })
  const { outletId, folded } = drawing
  return (
    <>
      <TopologyDrawing
        drawing={drawing}
        mayMove={mayMove}
        onMove={(node, to) =>
          // It settles after the drawing was read again; a refusal is reported by then.
          move
            .mutateAsync({ outletId, positions: [{ node, x: Math.round(to.x), y: Math.round(to.y) }] })
            .then(
              () => notify.success(t('topology.moved')),
              () => undefined,
            )
        }
      />
      <p className="quiet">
        {mayMove && t('topology.hint')} {folded > 0 && t('topology.folded', { count: folded })}
      </p>
    </>
  )
}
