"""Writes the board of docs/boards.md, as somebody would by hand: 37 hexagons, one of them crooked, one left out.

    python3 docs/pictures/wrong-board.py > docs/pictures/wrong-board.svg
"""

side, height = 12, 12 * 3**0.5
print('<svg xmlns="http://www.w3.org/2000/svg" width="150mm" height="158mm" viewBox="0 0 150 158">')
print('<g fill="#F4EBD9" stroke="#5B3A1E" stroke-width="0.5">')
for q in range(-3, 4):
    for r in range(-3, 4):
        if abs(q + r) > 3 or (q, r) == (2, -1):
            continue
        x, y = 75 + 1.5 * side * q, 79 + height * (r + q / 2)
        corners = [[x + dx * side, y + dy * height] for dx, dy in
                   [(1, 0), (0.5, 0.5), (-0.5, 0.5), (-1, 0), (-0.5, -0.5), (0.5, -0.5)]]
        if (q, r) == (-1, 1):
            corners[0][0] -= 3
        fill = ' fill="#7FAACB"' if (q - r) % 3 == 0 else ""
        print(f'<polygon{fill} points="' + " ".join(f"{x:.3f},{y:.3f}" for x, y in corners) + '"/>')
print("</g>\n</svg>")
