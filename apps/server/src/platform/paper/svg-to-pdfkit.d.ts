declare module 'svg-to-pdfkit' {
  export default function drawSvg(
    document: PDFKit.PDFDocument,
    svg: string,
    x: number,
    y: number,
    options: {
      width: number
      height: number
      /** Lengths are points, not pixels. */
      assumePt: boolean
      /** The name of the registered font for what the SVG asks for. */
      fontCallback: (family: string, bold: boolean) => string
      /** Images, which a chart of ours does not have. */
      imageCallback: () => string
      warningCallback: (warning: string) => void
    },
  ): void
}
