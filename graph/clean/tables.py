"""What the marks of TeX and HTML stand for. Data only."""

from __future__ import annotations


def _pairs(table: str) -> dict[str, str]:
    words = table.split()
    return dict(zip(words[::2], words[1::2], strict=True))


def _words(table: str) -> frozenset[str]:
    return frozenset(table.split())


SYMBOLS = _pairs(
    """
    alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ mu μ
    nu ν xi ξ omicron ο pi π varpi π rho ρ varrho ρ sigma σ varsigma ς tau τ upsilon υ phi φ varphi φ chi χ psi ψ
    omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
    times × cdot · cdots ⋯ ldots … dots … dotsc … vdots ⋮ ddots ⋱ pm ± mp ∓ div ÷ ast * star ⋆ circ ∘ bullet •
    oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙ dagger † ddagger ‡ leq ≤ le ≤ leqslant ≤ geq ≥ ge ≥ geqslant ≥ neq ≠ ne ≠
    approx ≈ sim ∼ simeq ≃ cong ≅ equiv ≡ propto ∝ ll ≪ gg ≫ lesssim ≲ gtrsim ≳ prec ≺ succ ≻ in ∈ ni ∋ notin ∉
    subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ cap ∩ bigcup ⋃ bigcap ⋂ setminus ∖ emptyset ∅ varnothing ∅
    forall ∀ exists ∃ neg ¬ lnot ¬ land ∧ wedge ∧ lor ∨ vee ∨ to → rightarrow → longrightarrow → leftarrow ←
    leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⇒ iff ⇔ mapsto ↦ uparrow ↑ downarrow ↓
    hookrightarrow ↪ rightsquigarrow ⇝ infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ oint ∮ sqrt √ surd √ ell ℓ
    hbar ℏ Re ℜ Im ℑ aleph ℵ angle ∠ perp ⊥ bot ⊥ top ⊤ parallel ∥ mid | vert | Vert ‖ lVert ‖ rVert ‖ lvert | rvert |
    langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ models ⊨ vdash ⊢ prime ′ triangle △ square □ Box □ checkmark ✓
    colon : lbrace { rbrace } ss ß ae æ AE Æ oe œ OE Œ aa å AA Å o ø O Ø l ł L Ł i ı j ȷ dh ð DH Ð th þ TH Þ dj đ DJ Đ
    ng ŋ NG Ŋ textasciitilde ~ textasciicircum ^ textbackslash \\ textbar | textless < textgreater > textunderscore _
    textendash – textemdash — textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ” textbullet •
    texttimes × textdegree ° textmu μ texttrademark ™ textregistered ® copyright © pounds £ euro € S § P ¶
    """
)
"""Commands without argument and the character they print."""

LETTERS = _words("ss ae AE oe OE aa AA o O l L i j dh DH th TH dj DJ ng NG")
"""Those of them that are letters of words: the blank that ends the command is no blank of the text."""

ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "H": "\u030b", "c": "\u0327", "v": "\u030c", "u": "\u0306", "k": "\u0328", "r": "\u030a", "d": "\u0323",
    "b": "\u0331",
}  # fmt: skip
"""Accents over or under a letter of a word, as combining characters."""

MATH_ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "bar": "\u0304",
    "overline": "\u0304", "dot": "\u0307", "ddot": "\u0308", "vec": "\u20d7", "check": "\u030c", "acute": "\u0301",
    "grave": "\u0300", "breve": "\u0306", "mathring": "\u030a",
}  # fmt: skip
"""Accents in formulas; over more than one character they print nothing here."""

WORDS = _words(
    """log ln lg exp sin cos tan cot sinh cosh tanh arcsin arccos arctan max min sup inf lim limsup liminf arg argmax
    argmin det dim ker deg gcd hom mod bmod Pr poly polylog softmax"""
)
"""Commands that print their own name, upright."""

SWITCHES = _words(
    """em it bf rm sf sl sc tt cal itshape bfseries scshape ttfamily rmfamily sffamily upshape mdseries normalfont
    tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge displaystyle textstyle scriptstyle
    limits nolimits nonumber notag left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr
    bigm protect noindent centering boldmath mathcal mathbb mathbf mathrm mathsf mathtt mathfrak mathscr mathit bm
    boldsymbol ensuremath maketitle xspace relax"""
)
"""Commands that change the looks of what follows and print nothing."""

SPACES = _words("quad qquad enspace thinspace space newline linebreak hfill vfill smallskip medskip bigskip")
"""Commands that print white space."""

PARAGRAPHS = _words("par item paragraph newpage clearpage hline")
"""Commands that start a paragraph or an item."""

UNPRINTED = _words(
    """cite citep citet citealp citealt citeauthor citeyear citeyearpar Citep Citet parencite textcite autocite
    footcite nocite ref eqref cref Cref autoref pageref label tag vspace hspace color definecolor includegraphics
    bibliography bibliographystyle documentclass usepackage setlength newcommand renewcommand phantom hphantom vphantom
    thispagestyle pagestyle footnotemark"""
)
"""Commands that print none of what stands in their braces."""

FORMULAS = _words(
    """align alignat aligned array bmatrix cases displaymath eqnarray equation flalign gather gathered math matrix
    multline pmatrix smallmatrix split subequations vmatrix"""
)
"""Environments that hold formulas (with or without a star)."""

RAISED = dict(zip("0123456789+-=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ", strict=True))
"""Characters that have a raised form."""

TAGS = _words(
    """a abbr alternatives annotation b blockquote bold br center cite code del div em ext-link fn font formula h1 h2
    h3 h4 h5 h6 hr i inf inline-formula ins italic label li list list-item math monospace named-content ol p pre q roman
    sans-serif sc scp sec small span strike strong sub sup tex-math title tt u ul underline xref"""
)
"""Names of HTML and JATS tags that appear in abstracts; any other `<word>` is text."""

BLOCKS = _words("blockquote br center div h1 h2 h3 h4 h5 h6 hr label li list list-item ol p pre sec title ul")
"""Those of them that stand apart from the text around them."""
