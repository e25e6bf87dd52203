import { useEffect, useRef, useState } from 'react'

/** Read before it is reached, so that slow scrolling meets no empty panel. */
const margin = '200px'

/** Whether an element is on the screen, or nearly: only then a panel asks for its data, also when the period moves. */
export function useInView() {
  const ref = useRef<HTMLElement>(null)
  const [inView, setInView] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.at(-1)?.isIntersecting === true),
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, inView }
}
