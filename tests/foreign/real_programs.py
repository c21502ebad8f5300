"""Boards that real programs drew, written to the folder `programs`: reportlab, matplotlib, R, pdflatex with TikZ, svgwrite.

Run it with these programs installed (`pip install reportlab matplotlib svgwrite`; Debian's `r-base-core`,
`texlive-pictures`). The test `programs` reads the files; beside each stands what the checker reports of it.
"""

import pathlib
import subprocess
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import svgwrite
from matplotlib.patches import Rectangle
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen import canvas

HERE = pathlib.Path(__file__).parent / "programs"


def page(name):
    return canvas.Canvas(str(HERE / f"reportlab-{name}.pdf"), pagesize=A4, invariant=1)


def chess_on_a_dark_ground():
    """The light squares lie on one dark rectangle, which goes on round the board."""
    out = page("chess-on-a-dark-ground")
    out.setFillColor(colors.HexColor("#5b3a1a"))
    out.rect(19 * mm, 50 * mm, 172 * mm, 172 * mm, fill=1, stroke=0)
    out.setFillColor(colors.HexColor("#e8c48e"))
    for column in range(8):
        for row in range(8):
            if (column + row) % 2:
                out.rect((25 + 20 * column) * mm, (56 + 20 * row) * mm, 20 * mm, 20 * mm, fill=1, stroke=0)
    out.save()


def shogi():
    """Cells of a shogi board are higher than wide. The file names Helvetica, and sets no word in it."""
    out = page("shogi")
    out.grid([(20 + 18 * x) * mm for x in range(10)], [(50 + 19.8 * y) * mm for y in range(10)])
    out.save()


def checkers_by_matplotlib():
    figure = plt.figure(figsize=(210 / 25.4, 297 / 25.4))
    axes = figure.add_axes([0, 0, 1, 1])
    axes.set_xlim(0, 210)
    axes.set_ylim(297, 0)
    axes.axis("off")
    axes.add_patch(Rectangle((30, 60), 150, 150, facecolor="#8a5a2b", edgecolor="k"))
    for column in range(10):
        for row in range(10):
            if (column + row) % 2 == 0:
                axes.add_patch(Rectangle((30 + 15 * column, 60 + 15 * row), 15, 15, facecolor="#f0d9b5", lw=0))
    figure.savefig(HERE / "matplotlib-checkers.pdf", metadata={"CreationDate": None})


def hexagons_by_r():
    code = f"""
pdf("{HERE}/r-hexagons.pdf", width=8.27, height=11.69)
par(mar=c(0,0,0,0)); plot(0, 0, type="n", xlim=c(0,210), ylim=c(0,297), asp=1, axes=FALSE, xaxs="i", yaxs="i")
s <- 11; a <- (0:5)*pi/3
for (q in 0:8) for (r in 0:10) {{
  x <- 25 + 1.5*s*q + s; y <- 30 + sqrt(3)*s*(r + .5*(q %% 2)) + s
  polygon(x + s*cos(a), y + s*sin(a), col="#dfe7fd")
}}
dev.off()
"""
    subprocess.run(["Rscript", "-e", code], check=True, stdout=subprocess.DEVNULL)


LATEX = r"""
\documentclass[a4paper]{article}\usepackage[margin=15mm]{geometry}\usepackage{tikz}\usetikzlibrary{shapes.geometric}
\pagestyle{empty}\pdfinfoomitdate=1 \pdftrailerid{} \pdfsuppressptexinfo=-1
\begin{document}
\noindent Drawn with \LaTeX{} and Ti\emph{k}Z.\bigskip

\noindent\begin{tikzpicture}[hx/.style={regular polygon,regular polygon sides=6,minimum size=24mm,inner sep=0,draw}]
\foreach \q in {0,...,6} \foreach \r in {0,...,6}
  { \node[hx] at (\q*1.8,{-(\r+mod(\q,2)/2)*2.07846}) {\q\r}; }
\end{tikzpicture}
\end{document}
"""


def hexagons_by_latex():
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "tikz-hexagons.tex").write_text(LATEX)
        command = ["pdflatex", "-interaction=batchmode", "tikz-hexagons.tex"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        HERE.joinpath("tikz-hexagons.pdf").write_bytes(pathlib.Path(folder, "tikz-hexagons.pdf").read_bytes())


def hand_drawn_lines():
    """Lines of a small xiangqi board that end in the ink of others, or a little beyond, and one of them bends unseen."""
    out = svgwrite.Drawing(str(HERE / "svgwrite-lines-that-end-in-ink.svg"), ("210mm", "297mm"), viewBox="0 0 210 297")
    line = {"fill": "none", "stroke": "black", "stroke_width": 0.6}
    for n, (left, right) in enumerate([(25, 182.8), (25, 183), (24.8, 183), (25, 183.2), (25.2, 183), (25, 183)]):
        out.add(out.line((left, 60 + 26.3 * n), (right, 60 + 26.3 * n), **line))
    for n, top in enumerate([60, 59.85, 60.2, 60, 60.1, 59.8]):
        out.add(out.line((25 + 31.6 * n, top), (25 + 31.6 * n, 191.5), **line))
    out.add(out.path("M25 217.8 C78 217.6 130 217.9 183 217.8 M25 191.5 V217.8 M183 191.5 V217.8 "
                     "M56.6 191.5 V217.8 M88.2 191.5 V217.8 M119.8 191.5 V217.8 M151.4 191.5 V217.8", **line))
    out.save()


if __name__ == "__main__":
    chess_on_a_dark_ground()
    shogi()
    checkers_by_matplotlib()
    hexagons_by_r()
    hexagons_by_latex()
    hand_drawn_lines()
